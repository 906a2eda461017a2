import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { itemText } from "../conversation/item-text.js";
import type { ItemView } from "../conversation/item-view.js";
import { readSummary } from "../facts/checkpoint/summary-message.js";
import type { Format } from "../formats/format.js";
import { findFormat } from "../formats/registry.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { CompactManager } from "./compact-manager.js";

const chat = findFormat("chat") as Format;
const meter = createItemMeter(chat, characterEstimator);

let calls = 0;
const user = (content: string): object => ({ role: "user", content });
const assistant = (content: string): object => ({ role: "assistant", content });
function tool(name: string, input: object, output: string): object[] {
  const id = `call_${calls++}`;
  const call = { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
  return [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: output },
  ];
}
const bash = (command: string, output: string): object[] => tool("bash", { command }, output);

/** Something that changes: the items of one change, and what the window must say of the newest value. */
interface Chain {
  change(value: number, before: number | undefined): object[];
  /** How a value reads in the state, where it stands. */
  shown(value: number): string;
  /** The newest value must be seen; what is gone need not be named at all. */
  readonly mayBeGone?: true;
}

const CHAINS: Readonly<Record<string, Chain>> = {
  status: {
    change: (value) =>
      tool("get_job", { id: "J-77" }, JSON.stringify({ job_id: "J-77", status: `phase${value}` })),
    shown: (value) => `phase${value}`,
  },
  id: {
    change: (value, before) =>
      before === undefined
        ? tool(
            "book_room",
            { guest: "Ada" },
            JSON.stringify({ booking_id: `BK${value}`, status: "confirmed" }),
          )
        : tool(
            "change_booking",
            { booking_id: `BK${before}` },
            JSON.stringify({ booking_id: `BK${value}`, replaces: `BK${before}`, status: "confirmed" }),
          ),
    shown: (value) => `BK${value}`,
  },
  "id under another key": {
    change: (value, before) =>
      tool(
        "reserve",
        { guest: "Ada" },
        JSON.stringify({
          reservation: `RM-${value}`,
          ...(before === undefined ? {} : { replaces: `RM-${before}` }),
          guest: "Ada",
        }),
      ),
    shown: (value) => `RM-${value}`,
  },
  port: {
    change: (value) => [user(`The build cache listens on port ${value}.`), assistant("Noted.")],
    shown: (value) => `port ${value}`,
  },
  process: {
    change: (value, before) => [
      ...(before === undefined
        ? []
        : tool("KillShell", { shell_id: `sh${before}` }, `Successfully killed shell: sh${before}`)),
      ...bash("pnpm dev", `Command running in background with ID: sh${value}`),
    ],
    shown: (value) => `process sh${value}`,
  },
  setting: {
    change: (value, before) =>
      tool(
        "edit",
        { path: "deploy/app.yaml", old_string: `replicas: ${before ?? 1}`, new_string: `replicas: ${value}` },
        "ok",
      ),
    shown: (value) => `replicas (deploy/app.yaml): ${value}`,
  },
  branch: {
    change: (value) => bash(`git checkout -b work-${value}`, `Switched to a new branch 'work-${value}'`),
    shown: (value) => `work-${value}`,
  },
  test: {
    change: (value, before) => [
      ...(before === undefined ? [] : bash("pytest tests/test_io.py", "3 passed in 0.10s\nexit code: 0")),
      ...bash(
        "pytest tests/test_io.py",
        `FAILED tests/test_io.py::test_rows - AssertionError: ${value} rows\n1 failed, 2 passed\nexit code: 1`,
      ),
    ],
    shown: (value) => `Fails: FAILED tests/test_io.py::test_rows - AssertionError: ${value} rows`,
  },
  decision: {
    change: (value, before) => [
      assistant(
        before === undefined
          ? `We decided to use the driver d${value} because it is small.`
          : `I changed my mind about the driver d${before}: we decided to use the driver d${value} instead of d${before}.`,
      ),
      user("Fine."),
    ],
    shown: (value) => `d${value}`,
  },
  file: {
    change: (value, before) => [
      ...(before === undefined ? [] : bash(`rm src/part${before}.ts`, "exit code: 0")),
      ...tool("write_file", { path: `src/part${value}.ts`, content: "export {};" }, "ok"),
    ],
    shown: (value) => `src/part${value}.ts created`,
  },
  code: {
    change: (value, before) => [
      ...tool(
        "edit",
        {
          path: "src/rates.ts",
          old_string: before === undefined ? "// rates" : rateLine(before),
          new_string: rateLine(value),
        },
        "ok",
      ),
      // A line that a search of its own has shown is worth an extract, unless it is gone.
      ...bash(`grep -rn ${value} src`, `src/rates.ts:12:${rateLine(value)}`),
    ],
    shown: (value) => `rateNumber${value}`,
    mayBeGone: true,
  },
};

const rateLine = (value: number): string =>
  `export function rateNumber${value}(table: RateTable, amount: number): Rate {`;

const NAMES = Object.keys(CHAINS);

const work = (seed: number): object[] =>
  bash(
    `make part-${seed}`,
    Array.from({ length: 12 }, (_, line) => `compiled unit ${seed}x${line} in the usual time`).join("\n"),
  );

const change = fc.record({
  name: fc.constantFrom(...NAMES),
  value: fc.integer({ min: 10_000, max: 99_999 }),
});

/** What stands in a text, apart from what it tells as replaced or as a command that was given. */
const standing = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !/^\s*-? ?(?:\| \[\w+\] - )?(?:Replaced|Fixed): | instead of |^ bash /.test(line))
    .map((line) => line.replace(/ \(before: [^\n]*$/, "").replace(/\S+ deleted\b/g, ""))
    .join("\n");

async function windowOf(history: object[], targetTokens: number): Promise<ItemView[]> {
  const manager = new CompactManager({ model: "gpt-5", estimator: characterEstimator, format: chat });
  const { items, compaction } = await manager.manualCompact("s", history, { targetTokens });
  expect(compaction).toBeDefined();
  return items.map((item) => meter.view(item));
}

const summaryOf = (views: readonly ItemView[]): string =>
  views.map((view) => readSummary(view)?.body ?? "").join("\n");

describe("the newest truth in a printed window", () => {
  it.each(NAMES)("of a chain of changes of a %s stands there, and no older one beside it", async (name) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 10_000, max: 99_999 }), { minLength: 2, maxLength: 5 }),
        fc.array(change, { maxLength: 6 }),
        async (values, others) => {
          const history: object[] = [user("Please bring the release forward, step by step.")];
          const newest = new Map<string, number>();
          const older = new Map<string, Set<number>>();
          const apply = (kind: string, value: number): void => {
            const before = newest.get(kind);
            if (before !== undefined) older.set(kind, (older.get(kind) ?? new Set()).add(before));
            history.push(...(CHAINS[kind]?.change(value, before) ?? []), ...work(history.length));
            newest.set(kind, value);
          };
          values.forEach((value, index) => {
            apply(name, value);
            for (const other of others.slice(index, index + 1))
              if (other.name !== name) apply(other.name, other.value);
          });
          for (let count = 0; count < 20; count++) history.push(...work(1_000 + count));
          const views = await windowOf(history, 1_500);
          const summary = standing(summaryOf(views));
          const all = views.map((view) => itemText(view)).join("\n");
          for (const [kind, value] of newest) {
            const chain = CHAINS[kind] as Chain;
            if (chain.mayBeGone !== true)
              expect(all.includes(chain.shown(value)), `${kind}: ${chain.shown(value)} is seen`).toBe(true);
            for (const old of older.get(kind) ?? []) {
              if (newest.get(kind) === old) continue;
              const stale = summary.split("\n").filter((line) => line.includes(chain.shown(old)));
              expect(stale, `${kind}: ${value} stands in place of ${old}`).toEqual([]);
            }
          }
        },
      ),
      { numRuns: scaled(60, 8) },
    );
  });
});

const PASTE = Array.from(
  { length: 60 },
  (_, line) => `2026-01-02T03:04:05Z INFO step ${line} took 12 ms`,
).join("\n");

const SUBJECTS = [
  "push to main",
  "restart the broker",
  "delete rows in the archive",
  "run the migrations",
  "email the customer",
  "touch the billing folder",
] as const;
const LIFTS: readonly ((deed: string) => string)[] = [
  (deed) => `You can ${deed} now.`,
  (deed) => `You may ${deed} from now on.`,
  (deed) => `Feel free to ${deed} now.`,
];

describe("a released rule", () => {
  it("is never shown as in force, and one that is given again always is", async () => {
    const step = fc.record({ deed: fc.constantFrom(...SUBJECTS), lift: fc.nat(LIFTS.length - 1) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const inForce = new Map<string, boolean>();
        const history: object[] = [user("Please bring the release forward, step by step.")];
        for (const { deed, lift } of steps) {
          const isRule = inForce.get(deed) !== true;
          inForce.set(deed, isRule);
          const words = isRule ? `Do not ${deed}.` : (LIFTS[lift]?.(deed) ?? "");
          // Beside a long paste the message does not stay, and code prints what holds.
          history.push(user(`${words}\n\n\`\`\`\n${PASTE}\n\`\`\``), assistant("Understood."));
          history.push(...work(history.length));
        }
        for (let count = 0; count < 20; count++) history.push(...work(1_000 + count));
        const views = await windowOf(history, 1_200);
        const summary = standing(summaryOf(views));
        const said = views.filter(({ role }) => role === "user").map(({ text }) => text);
        for (const [deed, isRule] of inForce) {
          const rule = `Do not ${deed}.`;
          const last = said.findLastIndex((text) => text.includes(deed));
          if (isRule) {
            expect(`${summary}\n${said.slice(last).join("\n")}`).toContain(rule);
            continue;
          }
          expect(summary).not.toContain(rule);
          // Kept as a message, it stands before its release.
          expect(said[last] ?? "").not.toContain(rule);
        }
      }),
      { numRuns: scaled(60, 15) },
    );
  });
});
