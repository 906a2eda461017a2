import { createRequire } from "node:module";
import { Command, InvalidArgumentError, Option } from "commander";
import type {
  ArtifactListOptions,
  ArtifactShowOptions,
  ArtifactSweepOptions,
  CompactOptions,
  ConfigOption,
  ConversationOptions,
  DemoOptions,
  EvalOptions,
  HookOptions,
  McpOptions,
  RecallCommandOptions,
  ShowOptions,
  UndoOptions,
} from "./command-options.js";
import { addGatewayCommands } from "./add-gateway-commands.js";
import { addHoldCommands } from "./add-hold-commands.js";
import { addStoreCommands } from "./add-store-commands.js";
import { addTransferCommands } from "./add-transfer-commands.js";
import { configOptions, example, jsonOption } from "./config-options.js";
import type { RunCommand } from "./run-command.js";

/** The names that the settings accept; repeated here so that `--help` need not load the library. */
export const STRATEGIES: readonly string[] = [
  "task_state",
  "brief",
  "decision_log",
  "step_ledger",
  "requirements_ledger",
  "code_delta",
];
export const PRUNINGS: readonly string[] = ["stage_aware", "recency", "fifo", "semantic", "user_messages"];

const EXIT_CODE_HELP = `
Exit codes: 0 done, 1 part of the input failed or another failure, 2 wrong use or invalid input or configuration,
3 the conversation cannot fit its budget, 4 the archive is unavailable, 130 interrupted.`;

/**
 * `formatNames`: the values of `--format`, for its help and for rejecting a wrong name at once. Callers that need
 * neither omit it and load nothing for it.
 */
export function buildProgram(run: RunCommand, formatNames: readonly string[] = []): Command {
  const manifest = createRequire(import.meta.url)("../package.json") as { version: string };
  const program = new Command("compactctl")
    .description("Inspect, compact, compare, undo and redo what an agent's model sees.")
    .version(manifest.version)
    .helpCommand(false)
    .showHelpAfterError("Try: compactctl --help")
    .addHelpText("after", EXIT_CODE_HELP);
  addCompact(program, run);
  addLooking(program, run);
  addArchive(program, run);
  addTransferCommands(program, run);
  addHoldCommands(program, run);
  addArtifacts(program, run);
  addStoreCommands(program, run);
  addGatewayCommands(program, run);
  addMcp(program, run);
  addHook(program, run);
  addConfig(program, run);
  addEval(program, run);
  addDemo(program, run);
  if (formatNames.length > 0) {
    for (const { options } of program.commands)
      options.find(({ long }) => long === "--format")?.choices([...formatNames]);
  }
  return program;
}

function addCompact(program: Command, run: RunCommand): void {
  const command = program
    .command("compact")
    .argument("[FILE]", "a conversation; `-` is standard input")
    .description("write the new window of a conversation, in the file's own format")
    .option("--out <PATH>", "write to this file instead of standard output")
    .option("--in-place", "replace FILE and keep its first version as FILE.bak")
    .option("--preview", "only print the summary; archive nothing")
    .option("--summary-out <PATH>", "with --preview: save the summary to this file, for editing")
    .option("--summary <PATH>", "use the summary in this file instead of writing one")
    .option("--jsonl <IN>", "compact every line {id, items, target_tokens} of a file; `-` is standard input");
  conversationOptions(command).action((file: string | undefined, options: CompactOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/compact.js")).compact(file, options, context),
    ),
  );
  example(command, [
    "compactctl compact history.json --window 16000 --out smaller.json",
    "compactctl compact - --json < request.json",
    "compactctl compact history.json --preview --summary-out summary.txt",
    "compactctl compact history.json --summary summary.txt --out smaller.json",
    "compactctl compact --jsonl requests.jsonl --out answers.jsonl",
  ]);
}

function addLooking(program: Command, run: RunCommand): void {
  const dryRun = program
    .command("dry-run")
    .argument("<FILE>", "a conversation; `-` is standard input")
    .description("show what would stay, leave and be summarized, and the tokens of each section");
  conversationOptions(dryRun).action((file: string, options: ConversationOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/dry-run.js")).dryRun(file, options, context),
    ),
  );
  example(dryRun, ["compactctl dry-run history.json --target-tokens 8000"]);
  const diff = program
    .command("diff")
    .argument("<FILE>", "a conversation; `-` is standard input")
    .description("show the conversation before and after a compaction; writes nothing");
  conversationOptions(diff).action((file: string, options: ConversationOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/diff.js")).diff(file, options, context),
    ),
  );
  example(diff, ["compactctl diff history.json --window 16000 --strategy decision_log"]);
  const remember = program
    .command("remember")
    .argument("<FILE|SESSION>", "a conversation, or the id of an archived session")
    .description("show what the model still sees");
  conversationOptions(remember).action((source: string, options: ConversationOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/remember.js")).remember(source, options, context),
    ),
  );
  example(remember, [
    "compactctl remember history.json",
    "compactctl remember 019a4b1e-7f02-7c31-9d55-0a6f2b8c4e10",
  ]);
}

function addArchive(program: Command, run: RunCommand): void {
  const undo = program
    .command("undo")
    .argument("<FILE|SESSION>", "an archived conversation, or the id of its session")
    .description("undo the newest compaction and print the list before it")
    .option("--out <PATH>", "write the list to this file instead of standard output");
  configOptions(undo).action((session: string, options: UndoOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/undo.js")).undo(session, options, context),
    ),
  );
  example(undo, ["compactctl undo history.json --out before.json"]);
  const redo = program
    .command("redo")
    .argument("<FILE|SESSION>", "an archived conversation, or the id of its session")
    .description("restore the last undone compaction and print its window")
    .option("--out <PATH>", "write the list to this file instead of standard output");
  configOptions(redo).action((session: string, options: UndoOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/redo.js")).redo(session, options, context),
    ),
  );
  example(redo, ["compactctl redo history.json --out smaller.json"]);
  const sessions = program.command("sessions").description("list the archived sessions, newest first");
  configOptions(sessions).action((options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/sessions.js")).sessions(options, context),
    ),
  );
  example(sessions, ["compactctl sessions --json"]);
  const recall = program
    .command("recall")
    .argument("<QUERY>", "a question, or words, names, paths, ids")
    .description("search removed items and the raw outputs behind evidence")
    .option("--session <ID>", "the archived session or its file; required if there are several")
    .option("--limit <N>", "maximum number of hits", "10");
  configOptions(recall).action((query: string, options: RecallCommandOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/recall.js")).recall(query, options, context),
    ),
  );
  example(recall, ["compactctl recall 'retry limit' --session history.json"]);
  const show = program
    .command("show")
    .argument("<FILE|SESSION>", "an archived conversation, or the id of its session")
    .description("show what the archive holds for a session")
    .option("--item <ID>", "print one archived item in full")
    .option("--checkpoint", "print the state of the work at the last compaction, and who said what")
    .option("--all", "list all removed items of every compaction");
  configOptions(show).action((session: string, options: ShowOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/show.js")).show(session, options, context),
    ),
  );
  example(show, [
    "compactctl show history.json",
    "compactctl show history.json --checkpoint --json",
    "compactctl show history.json --item item_0123…",
  ]);
}

function addArtifacts(program: Command, run: RunCommand): void {
  const artifacts = program
    .command("artifacts")
    .description("work with the raw outputs behind evidence")
    .helpCommand(false);
  const list = artifacts
    .command("list")
    .argument("[FILE|SESSION]", "an archived session; by default the sessions that have artifacts")
    .description("list artifacts, newest first")
    .option("--limit <N>", "maximum number of artifacts", "100");
  configOptions(list).action((session: string | undefined, options: ArtifactListOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/artifacts/list-artifacts.js")).listArtifacts(session, options, context),
    ),
  );
  example(list, ["compactctl artifacts list history.json"]);
  const show = artifacts
    .command("show")
    .argument("<ID>", "the art_… id from evidence, recall or the list")
    .description("print an artifact")
    .option("--session <ID>", "the archived session or its file; required if there are several")
    .option("--out <PATH>", "write it to this file, byte for byte");
  configOptions(show).action((id: string, options: ArtifactShowOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/artifacts/show-artifact.js")).showArtifact(id, options, context),
    ),
  );
  example(show, ["compactctl artifacts show art_0123… --session history.json --out output.log"]);
  const reseal = artifacts.command("reseal").description("the same as store reseal");
  configOptions(reseal).action((options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/store/reseal-store.js")).resealStore(options, context),
    ),
  );
  example(reseal, ["compactctl artifacts reseal --json"]);
  const sweep = artifacts
    .command("sweep")
    .description("delete the artifacts whose retention has ended")
    .option("--older-than-days <N>", "instead of storage.artifact_retention_days")
    .option("--vacuum", "then rewrite an SQLite file to free the space of deleted data");
  configOptions(sweep).action((options: ArtifactSweepOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/artifacts/sweep-artifacts.js")).sweepArtifacts(options, context),
    ),
  );
  example(sweep, ["compactctl artifacts sweep --older-than-days 7"]);
}

function addMcp(program: Command, run: RunCommand): void {
  const mcp = program
    .command("mcp")
    .description("serve recall to an MCP client such as Codex or Claude Code, over standard input and output")
    .option(
      "--session <ID>",
      "serve only this archived session or file; by default the caller's own conversation",
    )
    .option("--http <PORT>", "serve streamable HTTP on this port instead; 0 picks a free one")
    .option("--host <ADDRESS>", "the address to listen on", "127.0.0.1")
    .option("--token-env <NAME>", "the environment variable with the bearer token that clients must send");
  configOptions(mcp).action((options: McpOptions) =>
    run(options.json === true, async (context) => (await import("./commands/mcp.js")).mcp(options, context)),
  );
  example(mcp, [
    "compactctl mcp --session history.json",
    "compactctl mcp --http 7777",
    "codex mcp add plimsoll -- compactctl mcp",
  ]);
}

function addHook(program: Command, run: RunCommand): void {
  const hook = program
    .command("hook")
    .description(
      "answer a hook of Claude Code: reads its JSON on standard input, keeps what a compaction loses",
    )
    .option("--print-settings", "print the hooks for .claude/settings.json, and do nothing else");
  configOptions(hook).action((options: HookOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/hook.js")).hook(options, context),
    ),
  );
  example(hook, ["compactctl hook --print-settings", "compactctl hook < input.json"]);
}

function addConfig(program: Command, run: RunCommand): void {
  const config = program.command("config").description("work with the configuration").helpCommand(false);
  const check = config
    .command("check")
    .argument("[PATH]", "the file; by default plimsoll.config.yaml, .yml or .json in this folder")
    .description("print the settings in effect and the source of each, or every problem");
  configOptions(check).action((path: string | undefined, options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/config-check.js")).configCheck(path, options, context),
    ),
  );
  example(check, ["compactctl config check plimsoll.config.yaml"]);
}

function addEval(program: Command, run: RunCommand): void {
  const command = program
    .command("eval")
    .argument("[PATH...]", "session files, or folders of them")
    .description("measure on recorded sessions how much a compaction keeps of what later calls need")
    .option("--budgets <LIST>", "sizes of the window, in percent of the compacted part", budgets)
    .option("--rounds <N>", "also compact each session this many times in a row, as it grows", rounds)
    .option("--limit <N>", "at most this many sessions, spread evenly over all", positive, 200)
    .addOption(
      new Option("--estimator <NAME>", "how to count tokens")
        .choices(["exact", "heuristic"])
        .default("exact"),
    )
    .option("--format <NAME>", "the format, if detection is wrong")
    .option("--out <FILE>", "write the whole report to this file as JSON, with every cut and what it lost")
    .option("--tasks", "also play the scripted tasks; needs no PATH")
    .option("--seeds <N>", "how often to play each task", positive, 20)
    .addOption(jsonOption());
  command.action((paths: string[], options: EvalOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/evaluate.js")).evaluate(paths, options, context),
    ),
  );
  example(command, [
    "compactctl eval ~/.codex/sessions --limit 50",
    "compactctl eval sessions/ --budgets 5,10 --out report.json",
    "compactctl eval sessions/ --budgets 5 --rounds 20",
    "compactctl eval --tasks",
  ]);
}

function addDemo(program: Command, run: RunCommand): void {
  const demo = program
    .command("demo")
    .description("walk a synthetic session of several windows through the engine")
    .option("--turns <N>", "at least this many turns", positive, 1)
    .option("--window <N>", "the window in tokens", windowOfDemo, 16_000)
    .option("--seed <N>", "the seed of the session", natural, 7)
    .option("--fast", "run without pauses")
    .addOption(jsonOption());
  demo.action((options: DemoOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/demo.js")).demo(options, context),
    ),
  );
  example(demo, ["compactctl demo --window 8000 --seed 3"]);
}

function conversationOptions(command: Command): Command {
  return configOptions(
    command
      .option("--target-tokens <N>", "maximum tokens of the returned list", positive)
      .option("--window <N>", "the model's window in tokens", positive)
      .option("--model <NAME>", "the model to fit")
      .addOption(new Option("--strategy <TEMPLATE>", "the summary template").choices(STRATEGIES))
      .addOption(new Option("--pruning <POLICY>", "which blocks stay").choices(PRUNINGS))
      .addOption(new Option("--estimator <NAME>", "how to count tokens").choices(["exact", "heuristic"]))
      .option("--format <NAME>", "the format, if detection is wrong")
      .option("--note <TEXT>", "what the summary should pay attention to")
      .option("--session <ID>", "the session to archive under; by default the conversation's id, or the file")
      .option("--no-archive", "do not use the archive"),
  );
}

/** `2,5,10%` as shares. */
function budgets(text: string): number[] {
  const shares = text.split(",").map((part) => {
    const value = Number(part.trim().replace(/ ?%$/, ""));
    if (part.trim() !== "" && value >= 0.1 && value <= 100) return value / 100;
    throw new InvalidArgumentError("Give percentages from 0.1 to 100, such as 2,5,10,25.");
  });
  return [...new Set(shares)].sort((a, b) => a - b);
}

function positive(text: string): number {
  return wholeNumber(text, 1);
}

function natural(text: string): number {
  return wholeNumber(text, 0);
}

/** One compaction is what every run measures. */
function rounds(text: string): number {
  return wholeNumber(text, 2);
}

/** Below this a single tool output of the synthetic session would fill the window. */
function windowOfDemo(text: string): number {
  return wholeNumber(text, 4000);
}

function wholeNumber(text: string, least: number): number {
  const value = Number(text);
  if (/^\d{1,10}$/.test(text) && value >= least && value <= 1_000_000_000) return value;
  throw new InvalidArgumentError(`Give a whole number from ${least} to 1000000000.`);
}
