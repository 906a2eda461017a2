import { setTimeout as delay } from "node:timers/promises";
import { chat, CompactManager, type CompactResult, memoryStorage } from "plimsoll";
import type { ChatMessage } from "plimsoll/formats";
import { syntheticTurns } from "plimsoll/testing";
import type { CommandContext } from "../command-context.js";
import { DemoView } from "../demo/demo-view.js";
import { type DemoReport, DemoTally } from "../demo/demo-tally.js";
import { EXIT_CODES } from "../exit-codes.js";
import type { DemoOptions } from "../command-options.js";

const SESSION = "demo";
/** The session is at least this many windows long. */
const WINDOWS = 4;
const MAX_TURNS = 100_000;
const FRAME_MILLISECONDS = 12;
/** A fixed clock: the same seed shows the same demo. */
const START = Date.UTC(2026, 0, 1);

/** Walks a synthetic session of several windows through the engine, as an agent that adopts each window. */
export async function demo(options: DemoOptions, context: CommandContext): Promise<number> {
  const { output } = context;
  const view = new DemoView(output, options.window);
  const tally = new DemoTally(options.window);
  let now = START;
  const manager = new CompactManager({
    model: "demo",
    maxContextTokens: options.window,
    format: chat,
    storage: memoryStorage(),
    clock: () => (now += 1000),
  });
  await view.open(options);
  let window: ChatMessage[] = [];
  const turns = syntheticTurns({ seed: options.seed, turns: MAX_TURNS, format: "chat", ...CHARACTER });
  for (const items of turns as Generator<ChatMessage[]>) {
    tally.turn();
    for (const item of items) {
      // A request is sent before everything that the model says.
      if (chat.view(item).role === "assistant") {
        const result = await manager.preflight(SESSION, window, { signal: context.signal });
        await show(result, { view, tally });
        window = result.items;
        if (output.live && options.fast !== true)
          await delay(FRAME_MILLISECONDS, undefined, { signal: context.signal });
      }
      window.push(item);
      tally.item(item);
    }
    if (tally.turns >= options.turns && tally.historyTokens >= WINDOWS * options.window) break;
  }
  const report = await tally.report(window, (id) => manager.readArchived(SESSION, id));
  await manager.close();
  if (output.json) await output.data(report);
  else await view.close(report);
  assertKept(report);
  return EXIT_CODES.done;
}

/** A busy coding session: mostly tool calls, some outputs large, now and then a rule that must stay. */
const CHARACTER = {
  toolDensity: 0.7,
  nestedJson: 0.1,
  protectedShare: 0.1,
  giantOutputs: { probability: 0.02, characters: 12_000 },
} as const;

async function show(
  result: CompactResult<ChatMessage>,
  { view, tally }: { readonly view: DemoView; readonly tally: DemoTally },
): Promise<void> {
  tally.request(result);
  const { tokens } = result.measurement;
  if (result.compaction) await view.compacted(tally.turns, result.compaction);
  else view.filling(tally.turns, tokens);
}

function assertKept(report: DemoReport): void {
  const broken = [
    report.largest_request > report.window && "a request was larger than the window",
    report.protected.kept < report.protected.all && "a protected item left the window",
    report.removed.readable < report.removed.all && "a removed item cannot be read back",
  ].filter((problem) => problem !== false);
  if (broken.length > 0) throw new Error(`The demo failed: ${broken.join(", ")}.`);
}
