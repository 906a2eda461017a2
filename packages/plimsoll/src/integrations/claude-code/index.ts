/**
 * Hooks for Claude Code and the Claude Agent SDK. Needs Node: they read transcripts from files.
 *
 * @module
 */

export {
  type ClaudeCodeCompactionOptions,
  compactionHooks,
  type CompactionHooks,
  type HookMatcher,
} from "./compaction-hooks.js";
export type { HookAnswer, HookOutput } from "./hook-answer.js";
export type { HookInput } from "./hook-input.js";
