/** What the typings lack or leave open: everything is ready when this module runs. */

import "fvtt-types/configuration";

declare module "fvtt-types/configuration" {
  interface AssumeHookRan {
    ready: never;
  }
}

declare global {
  /** Of v13 and v14: API documentation, Token#isDragged. */
  interface DraggedToken {
    isDragged: boolean;
  }
}
