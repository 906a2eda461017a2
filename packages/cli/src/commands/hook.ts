import type { ClaudeCodeLine } from "plimsoll/formats";
import type { HookAnswer, HookInput } from "plimsoll/claude-code";
import type { CommandContext } from "../command-context.js";
import type { HookOptions } from "../command-options.js";
import { EXIT_CODES } from "../exit-codes.js";

const MAX_BYTES = 64_000_000;
/** After a call with less to say than this there is nothing to bound, and nothing needs to be loaded. */
const SMALL = 2_000;
const UNKNOWN_MODEL = "unknown";

/** The hooks that `hook` answers, as Claude Code's settings name them. */
const SETTINGS = {
  hooks: {
    PreCompact: [{ hooks: [{ type: "command", command: "compactctl hook" }] }],
    SessionStart: [{ matcher: "compact", hooks: [{ type: "command", command: "compactctl hook" }] }],
    PostToolUse: [{ hooks: [{ type: "command", command: "compactctl hook" }] }],
  },
};

/**
 * Answers one hook of Claude Code. A failure is said on standard error and ends with 1, which the client shows and goes on:
 * with 2 it would stop what it is doing.
 */
export async function hook(options: HookOptions, context: CommandContext): Promise<number> {
  if (options.printSettings) {
    await context.output.write(`${JSON.stringify(SETTINGS, null, 2)}\n`);
    return EXIT_CODES.done;
  }
  try {
    const text = await readAll(context.input);
    if (text.length < SMALL && text.includes('"PostToolUse"')) return EXIT_CODES.done;
    const { output, instructions } = await answered(inputOf(text), options, context);
    if (instructions !== undefined) await context.output.write(`${instructions}\n`);
    else if (Object.keys(output).length > 0) await context.output.write(`${JSON.stringify(output)}\n`);
    return EXIT_CODES.done;
  } catch (error) {
    const { reportError } = await import("../output/report-error.js");
    await reportError(error, context);
    return EXIT_CODES.failed;
  }
}

async function answered(input: HookInput, options: HookOptions, given: CommandContext): Promise<HookAnswer> {
  const [{ compactionHooks }, { configFromSettings, storageFromSettings }, { warnings }, { closing }] =
    await Promise.all([
      import("plimsoll/claude-code"),
      import("plimsoll/node"),
      import("../archive/warnings.js"),
      import("../archive/closing.js"),
    ]);
  const { settings, context } = await settingsOf(options, given);
  const { model, ...config } = configFromSettings<ClaudeCodeLine>(settings, {
    environment: context.environment,
    storage: storageFromSettings(settings.storage, context.environment),
    exporters: [warnings(context.output).exporter],
  });
  const compaction = compactionHooks({ ...config, ...(model === UNKNOWN_MODEL ? {} : { model }) });
  return closing(compaction, () => compaction.answer(input));
}

/** A session may change its directory; the archive stays with the project. */
async function settingsOf(options: HookOptions, given: CommandContext) {
  const [{ archiveSettings }, { effectiveSettings }] = await Promise.all([
    import("../archive/archive-settings.js"),
    import("../input/effective-settings.js"),
  ]);
  const context = { ...given, cwd: given.environment["CLAUDE_PROJECT_DIR"] || given.cwd };
  const { settings } = await effectiveSettings(options, context);
  return { settings: archiveSettings(settings, context), context };
}

async function readAll(input: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`The hook's input is larger than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function inputOf(text: string): HookInput {
  const value = parsed(text);
  const given = typeof value === "object" && value !== null ? (value as Partial<HookInput>) : {};
  const { hook_event_name, session_id, transcript_path } = given;
  if (typeof hook_event_name === "string" && typeof session_id === "string" && session_id !== "")
    return { ...given, hook_event_name, session_id, transcript_path: String(transcript_path ?? "") };
  throw new Error(
    "Standard input is not the input of a hook (an object with hook_event_name and session_id). " +
      "Claude Code calls this command; see compactctl hook --print-settings.",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
