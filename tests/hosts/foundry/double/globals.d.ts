/** What the double puts into the global scope, for whatever runs on it. */

declare const game: any;
declare const CONFIG: any;
declare const canvas: any;
declare const ui: any;
