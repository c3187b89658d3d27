/**
 * Whether what our module takes for granted of the client (`surface.d.ts`) is so by the community's typings.
 *
 * A part that is left out here is checked by itself, is of v14, or is wider there than here: why is told beside it.
 */

import type * as ours from "../../../../web/hosts/foundry/surface.js";

declare const token: TokenDocument.Stored;
declare const placeable: Token.Implementation & DraggedToken;
declare const scene: Scene.Stored;
declare const wall: WallDocument.Stored;
declare const region: RegionDocument.Stored;
declare const behavior: RegionBehavior.Stored;
declare const actor: Actor.Stored;
declare const effect: ActiveEffect.Stored;
declare const item: Item.Stored;
declare const user: User.Stored;
declare const combat: Combat.Stored;
declare const combatant: Combatant.Stored;
declare const roll: Roll;
declare const die: foundry.dice.terms.DiceTerm;
declare const movement: TokenDocument.MovementOperation;
declare const waypoint: foundry.canvas.placeables.tokens.TokenRuler.Waypoint;

type Nested = "parent" | "actor" | "object" | "_source";
/** Their waypoints have more fields than ours; those that we give come from the client. */
type TakesWaypoints = "getCompleteMovementPath";
/** They are given tokens of theirs. */
type TakesTokens = "canSelect" | "getAnimationOptions" | "getCostFunction" | "deriveTerrainDifficulty";
/** They know only what is registered under a name; ours is. */
type ByName = "settings" | "createEmbeddedDocuments" | "flags";

export const fits = {
  token: token satisfies Omit<ours.TokenDocument, Nested | TakesWaypoints>,
  source: token._source satisfies Omit<ours.TokenSource, "level">,
  placeable: placeable satisfies Omit<ours.Placeable, "document">,
  scene: scene satisfies Omit<ours.Scene, "walls" | "regions" | "tokens">,
  wall: wall satisfies Omit<ours.Wall, "flags">,
  region: region satisfies ours.Region,
  behavior: behavior satisfies ours.Behavior,
  actor: actor satisfies Omit<ours.Actor, "effects" | ByName>,
  effect: effect satisfies Omit<ours.Effect, ByName>,
  item: item satisfies ours.Item,
  user: user satisfies ours.User,
  // What is in `system` is the game system's own.
  combat: combat satisfies Omit<ours.Combat, "combatant" | "combatants" | "system">,
  combatant: combatant satisfies Omit<ours.Combatant, "token">,
  roll: roll satisfies ours.Roll,
  die: die satisfies ours.DiceTerm,
  movement: movement satisfies ours.Movement,
  waypoint: waypoint satisfies ours.RulerWaypoint,
  actions: CONFIG.Token.movement.actions satisfies Record<string, Omit<ours.Action, TakesTokens>>,
  hooks: Hooks satisfies ours.Host["Hooks"],
  notices: ui.notifications satisfies ours.Host["ui"]["notifications"] | undefined,
  fields: foundry.data.fields satisfies ours.Host["foundry"]["data"]["fields"],
  behaviors: foundry.data.regionBehaviors satisfies ours.Host["foundry"]["data"]["regionBehaviors"],
  game: game satisfies Omit<ours.Game, "combat" | "combats" | "users" | "user" | "scenes" | "i18n" | ByName>,
  // Its data are said to be texts; numbers and the like are written as texts are.
  words: game.i18n satisfies Omit<ours.Game["i18n"], "format">,
  users: game.users.activeGM satisfies object | null,
  scenes: game.scenes.get("") satisfies object | undefined,
  // Before a scene is drawn there is no interface; this module draws only then.
  highlights: canvas.interface?.grid satisfies object | undefined,
  tokens: canvas.tokens satisfies object | undefined,
  visibility: canvas.visibility satisfies ours.Canvas["visibility"] | undefined,
  fog: canvas.fog satisfies ours.Canvas["fog"],
};
