// A session that the engine compacted several times, in an archive on disk, with the inspector over it: for pictures and tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CompactManager, responses } from "plimsoll";
import { fileStorage } from "plimsoll/node";

const compactctl = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));
const ID = "harbour-scheduler";
const TURNS = 46;

const said = (role, text) => ({ type: "message", role, content: text });

function call(id, [name, args], output) {
  return [
    { type: "function_call", call_id: id, name, arguments: JSON.stringify(args) },
    { type: "function_call_output", call_id: id, output },
  ];
}

const source = (turn) =>
  Array.from(
    { length: 34 },
    (_, line) =>
      `export const tide${turn}_${line} = schedule(berth(${(turn * 3 + line) % 41}), "${turn}:${line}");`,
  ).join("\n");

/** An agent at work: reads, edits, test runs, rules, decisions, and one huge log. */
export function harbourSession() {
  const items = [
    said(
      "user",
      "Make the harbour scheduler respect the tide tables. Never touch src/legacy/pilot.ts. Always run the tests before you say that something is done. Keep berth 7 free for the lifeboat.",
    ),
  ];
  for (let turn = 0; turn < TURNS; turn++) {
    items.push(
      ...call(`call_${turn}_read_file`, ["read_file", { path: `src/tides/table-${turn}.ts` }], source(turn)),
      ...(turn % 3 === 1
        ? call(
            `call_${turn}_apply_patch`,
            ["apply_patch", { patch: `*** Update File: src/tides/table-${turn}.ts\n+const ebb = ${turn};` }],
            "Done!",
          )
        : []),
      ...(turn % 4 === 2
        ? call(
            `call_${turn}_shell`,
            ["shell", { command: "npm test" }],
            turn % 8 === 2
              ? `FAIL src/tides/table-${turn}.test.ts > keeps berth 7 free\nAssertionError: expected 7 to be ${turn}\nexit code 1`
              : "Test Files 12 passed\nTests 148 passed\nexit code 0",
          )
        : []),
      ...(turn === 20
        ? call(
            `call_${turn}_shell`,
            ["shell", { command: "cat harbour.log" }],
            Array.from(
              { length: 4000 },
              (_, line) =>
                `2026-11-${10 + (line % 9)} berth ${line % 41} ${line % 97 === 0 ? "ERROR tide sensor lost" : "ok"}`,
            ).join("\n"),
          )
        : []),
      said(
        "assistant",
        `Table ${turn} reads the ebb from berth ${(turn * 3) % 41}. We decided to round tides to five minutes because the pilots do. Next is table ${turn + 1}.`,
      ),
      said(
        "user",
        turn === 9
          ? "Use UTC in every table from now on."
          : turn === 30
            ? "No, use local time instead of UTC."
            : `Go on with table ${turn + 1}.`,
      ),
    );
  }
  return items;
}

/** Plays the session into an archive, and starts `compactctl inspect` over it. */
export async function openInspectedSession({ items = harbourSession(), window = 14_000, id = ID } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-inspected-"));
  const path = join(folder, ".compact");
  const storage = fileStorage({ path });
  let minute = Date.parse("2026-11-17T08:00:00Z");
  const manager = new CompactManager({
    model: "gpt-5",
    maxContextTokens: window,
    format: responses,
    storage,
    exporters: [],
    clock: () => (minute += 20_000),
  });
  let sent;
  for (let end = 1; end <= items.length; end++) {
    if (items[end - 1].role !== "user" && items[end - 1].type !== "function_call_output") continue;
    const usage = sent && {
      input_tokens: sent,
      input_tokens_details: { cached_tokens: Math.floor(sent * 0.82) },
    };
    const { measurement } = await manager.preflight(id, items.slice(0, end), usage ? { usage } : {});
    sent = Math.round(measurement.raw * 1.02);
  }
  await manager.close();
  await storage.close();
  const inspector = await startInspector([path], folder);
  return {
    folder,
    path,
    id,
    ...inspector,
    async close() {
      await inspector.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `compactctl inspect` in a process of its own: where it is, its key, and how to end it. */
export async function startInspector(args, cwd) {
  const child = spawn(process.execPath, [compactctl, "inspect", ...args, "--no-open", "--json"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { url, key } = JSON.parse(line);
  return {
    url: new URL(url).origin,
    key,
    async close() {
      child.kill("SIGINT");
      await once(child, "exit");
    },
  };
}
