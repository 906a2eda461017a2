/**
 * Plimsoll for the OpenAI Agents SDK (`@openai/agents`).
 *
 * @module
 */

export { type AgentsCompaction, agentsCompaction, withCompaction } from "./agents-compaction.js";
export type { AgentsCompactionOptions } from "./agents-compaction-options.js";
export { summarizerOf } from "./summarizer-of.js";
export { SUMMARY_ENDPOINT } from "./with-summaries.js";
export { chatCommand } from "./chat-command.js";
export { CompactingSession } from "./compacting-session.js";
