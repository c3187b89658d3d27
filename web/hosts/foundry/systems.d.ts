/** What the rules tell of all game systems, written into the bundle when it is made. */
declare module "footwork-systems" {
  const systems: import("../../core/protocol.js").SystemEntry[];
  export default systems;
}
