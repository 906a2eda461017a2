/**
 * Recall as an MCP server.
 *
 * @module
 */

export { recallServer, type RecallServerOptions } from "./recall-server.js";
export { joinedRecall } from "./joined-recall.js";
