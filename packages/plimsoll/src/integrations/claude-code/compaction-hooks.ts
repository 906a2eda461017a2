import type { CompactConfig } from "../../engine/compact-config.js";
import { CompactManager } from "../../engine/compact-manager.js";
import { claudeCode, type ClaudeCodeLine } from "../../formats/claude-code/claude-code-line.js";
import { checkedCompactionOptions } from "../core/checked-compaction-options.js";
import { handOff } from "../core/hand-off.js";
import { boundResponse, mayNeedBounds } from "./bound-response.js";
import { type HookAnswer, type HookOutput, NO_ANSWER } from "./hook-answer.js";
import type { HookInput } from "./hook-input.js";
import { readTranscript } from "./read-transcript.js";

/** The manager's configuration, all of it optional. */
export type ClaudeCodeCompactionOptions = Partial<Omit<CompactConfig<ClaudeCodeLine>, "format">>;

/** A list of hooks for one event, as the Agent SDK takes it. */
export interface HookMatcher {
  readonly matcher?: string;
  readonly hooks: ((input: HookInput) => Promise<HookOutput>)[];
}

/** Hooks around the compaction of Claude Code, and what they keep. */
export interface CompactionHooks {
  /** For `options.hooks` of the Agent SDK's `query`. */
  readonly hooks: {
    readonly PreCompact: HookMatcher[];
    readonly SessionStart: HookMatcher[];
    readonly PostToolUse: HookMatcher[];
  };
  /** The answer to the input of any hook, for hooks that are commands. */
  answer(input: HookInput): Promise<HookAnswer>;
  /** The manager, for recall, `remember` and `checkpoint` of a session by its id. */
  manager(): CompactManager<ClaudeCodeLine>;
  /** Releases store and exporters. */
  close(): Promise<void>;
}

/** Claude Code cuts what is longer. */
const MOST_CONTEXT = 9_800;
const MOST_RULES = 2_000;
/** Its own window, which only sets how much evidence may take; the hand-off has a size of its own. */
const DEFAULT_WINDOW = 200_000;

/**
 * Hooks for Claude Code and the Claude Agent SDK, which compact by themselves: the transcript is archived before they do,
 * and afterwards the model gets back the rules, the user's words and the state of the work, as code kept them. Large tool
 * outputs become evidence as they arrive.
 */
export function compactionHooks(options: ClaudeCodeCompactionOptions = {}): CompactionHooks {
  const config = checkedCompactionOptions<ClaudeCodeCompactionOptions>(options);
  let made: CompactManager<ClaudeCodeLine> | undefined;
  const manager = (): CompactManager<ClaudeCodeLine> => {
    made ??= new CompactManager<ClaudeCodeLine>({
      model: "",
      ...(config.model === undefined ? { maxContextTokens: DEFAULT_WINDOW } : {}),
      ...config,
      format: claudeCode,
    });
    return made;
  };

  const kept = async (input: HookInput) =>
    handOff(manager(), claudeCode, {
      sessionId: input.session_id,
      items: await readTranscript(input.transcript_path),
      maxCharacters: MOST_CONTEXT,
    });

  const answers: Readonly<Record<string, (input: HookInput) => Promise<HookAnswer>>> = {
    async PreCompact(input) {
      return { ...NO_ANSWER, ...instructionsFor((await kept(input)).rules) };
    },
    async SessionStart(input) {
      if (input.source !== "compact") return NO_ANSWER;
      const { text } = await kept(input);
      return { output: { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: text } } };
    },
    async PostToolUse(input) {
      if (!mayNeedBounds(input.tool_response)) return NO_ANSWER;
      const updatedToolOutput = await boundResponse(manager(), input);
      if (updatedToolOutput === undefined) return NO_ANSWER;
      return { output: { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput } } };
    },
  };

  async function answer(input: HookInput): Promise<HookAnswer> {
    // A sub-agent's tools are bounded; its window is not the session's.
    if (input.agent_id !== undefined && input.hook_event_name !== "PostToolUse") return NO_ANSWER;
    const chosen = Object.hasOwn(answers, input.hook_event_name) ? answers[input.hook_event_name] : undefined;
    return chosen ? chosen(input) : NO_ANSWER;
  }

  const callback = async (input: HookInput): Promise<HookOutput> => (await answer(input)).output;
  const always: HookMatcher[] = [{ hooks: [callback] }];
  return {
    hooks: {
      PreCompact: always,
      SessionStart: [{ matcher: "compact", hooks: [callback] }],
      PostToolUse: always,
    },
    answer,
    manager,
    close: async () => made?.close(),
  };
}

function instructionsFor(rules: readonly string[]): { readonly instructions?: string } {
  const lines: string[] = [];
  let left = MOST_RULES;
  for (const rule of rules) {
    left -= rule.length + 3;
    if (left < 0) break;
    lines.push(`- ${rule}`);
  }
  if (lines.length === 0) return {};
  return { instructions: `Repeat these rules of the user word for word:\n${lines.join("\n")}` };
}
