/**
 * What clients of MCP are told of recall, and how their calls are understood. Loads little, so that a server can list its tools
 * at once.
 *
 * @module
 */

export { INSTRUCTIONS, type ListedTool, serverInfo, TOOLS } from "./tools.js";
export { type AnswerCall, type RecallCall, threadOf, toolUseOf } from "./recall-call.js";
