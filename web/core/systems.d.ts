/** What the rules tell of all game systems, written into the bundle when it is made. */
declare module "footwork-systems" {
  const described: import("./protocol.js").DescribeValue;
  export default described;
}
