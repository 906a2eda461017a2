/** How Plimsoll serves any client with any model: the gateway as a library. @module */
export type { Protocol } from "./protocols/protocol.js";
export type { Handler } from "./http/handler.js";
export { ApiError } from "./http/api-error.js";
export type { Routes } from "./routes/route.js";
export { createServer, type GatewayServer, type ServerOptions } from "./http/create-server.js";
export { KeyRing } from "./keys/key-ring.js";
export { createGateway, type Gateway, type GatewayOptions } from "./create-gateway.js";
export { loadSealingKeys } from "./sealing/load-sealing-keys.js";
export { PROTOCOLS } from "./protocols/protocols.js";
export { vendorByName, VENDORS } from "./vendors/vendors.js";
