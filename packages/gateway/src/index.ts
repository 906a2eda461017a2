/** How Plimsoll serves any client with any model: the gateway as a library. @module */
export type { Protocol } from "./protocols/protocol.js";
