import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { script } from "./ledger-test-support.js";
import { bound, DEMANDS } from "./constraint-test-support.js";

/** What must be kept of a message, and what is only noted. */
const read = (text: string): { readonly must: string[]; readonly noted: string[] } => {
  const { constraints } = script().user(text).checkpoint();
  const of = (noted: boolean): string[] =>
    constraints.filter(({ kind }) => (kind === "preference") === noted).map((entry) => entry.text);
  return { must: of(false), noted: of(true) };
};

const PLAIN = [
  "The parser reads one record after the other and hands each of them to the writer.",
  "A record has a header, a body and a checksum that covers both.",
  "The writer sorts what it gets by time and flushes it to the disk.",
  "Every run ends with a report that names the records that were skipped.",
];
const filler = (sentences: number): string =>
  Array.from({ length: sentences }, (_, index) => PLAIN[index % PLAIN.length]).join(" ");

/** Sentences of a description, with the words of demands. */
const DESCRIPTIONS: readonly string[] = [
  "The server must answer within 5 seconds.",
  "This function never returns null.",
  "Users can only see their own orders.",
  "Keys must not be empty.",
  "The output is always sorted.",
  "No callbacks are called.",
  "Each run is required to have a name.",
  "It is up to 350 times faster.",
  "连接必须在五秒内建立。",
];

/** How things are done best, and what is not whole without what follows. */
const ADVICE: readonly string[] = [
  "If you add a setting, document it in the table.",
  "Use the old client only when the new one fails.",
  "Never do one of these:",
];

/** Orders to the reader, as files of instructions have them. */
const ORDERS: readonly string[] = [
  "Never push to the release branch.",
  "Do not add dependencies.",
  "You must run the tests before you commit.",
  "When you change the schema, always regenerate the client.",
  "Avoid global state.",
  "Make sure that the changelog has an entry.",
  "Only touch the old server for fixes.",
  "Pull requests must have a description.",
  "No emojis in commit messages.",
  "We never rebase shared branches.",
  "不要直接提交到主分支。",
  "提交前必须运行测试。",
];

const documentation = [
  "# Record tools",
  filler(10),
  "## Usage",
  filler(10),
  ...DESCRIPTIONS,
  "You must install the runtime first.",
  "## More",
  filler(10),
  "## License",
  "MIT.",
].join("\n\n");

const instructions = [
  "# Working on this project",
  filler(6),
  "## How we work",
  ...[...ORDERS, ...ADVICE].map((order) => `- ${order}`),
  "## The server",
  filler(6),
  ...DESCRIPTIONS,
  "## The end",
  filler(4),
].join("\n\n");

describe("a long text with headings", () => {
  it("binds by nothing that it describes, and notes what it asks of its reader", () => {
    expect(read(documentation)).toEqual({ must: [], noted: ["You must install the runtime first."] });
  });

  it("binds by what it asks of its reader where it is one of instructions, and notes what else must be", () => {
    const { must, noted } = read(instructions);
    expect(new Set(must)).toEqual(new Set(ORDERS));
    expect(noted).toEqual(expect.arrayContaining(["The server must answer within 5 seconds.", ...ADVICE]));
    expect(noted).not.toContain("It is up to 350 times faster.");
  });

  it("binds by its one rule where it gives the reader a task", () => {
    const steps = ["Create a branch.", "Write the page.", "Add a test for it.", "Run the tests.", "Open it."];
    const task = [
      "## Your task",
      filler(8),
      "## Steps",
      ...steps,
      "Do not touch the server.",
      "## Notes",
      filler(8),
    ];
    expect(read(task.join("\n\n")).must).toEqual(["Do not touch the server."]);
  });

  it("leaves what stands before and behind it the user's own", () => {
    const message = `Translate this. The headings must stay English.\n\n${documentation}\n\nThe title must be short.`;
    expect(read(message).must).toEqual(["The headings must stay English.", "The title must be short."]);
  });

  it("binds by its requirements and acceptance criteria", () => {
    const message = `${documentation}\n\n## Requirements\n\n1. Dark mode by default. It is dark.\n2. Export as CSV\n\n## Acceptance criteria\n\n- Loads in a second`;
    expect(read(message).must).toEqual(["Dark mode by default.", "Export as CSV", "Loads in a second"]);
  });

  it("does not take a sentence about conditions for a heading of rules", () => {
    const message = `${documentation}\n\nIt follows the usual conventions, though some changes may come earlier:\n\n- Changes of types\n- Changes of internals`;
    expect(read(message).must).toEqual([]);
  });
});

describe("a long text without headings", () => {
  const mail = [filler(20), ...DESCRIPTIONS, ...ORDERS, filler(20)].join("\n\n");

  it("binds by what it asks of its reader", () => {
    const { must, noted } = read(`Read this.\n\n${mail}`);
    expect(new Set(must)).toEqual(new Set(ORDERS));
    expect(noted).toContain("Keys must not be empty.");
  });
});

describe("a short text", () => {
  it("binds by whatever demands something, of whom ever", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...DEMANDS), { maxLength: 8 }), (demands) => {
        expect(new Set(bound(`## Task\n\n${demands.join("\n\n")}\n\n## Notes\n\nThat is all.`))).toEqual(
          new Set(demands),
        );
      }),
    );
  });
});

describe("orders in a long text", () => {
  it("bind wherever they stand among descriptions", () => {
    const order = fc.constantFrom(...ORDERS);
    fc.assert(
      fc.property(fc.uniqueArray(order, { minLength: 1 }), fc.nat(DESCRIPTIONS.length), (orders, at) => {
        const parts = [...DESCRIPTIONS.slice(0, at), ...orders, ...DESCRIPTIONS.slice(at)];
        const { must } = read(`Look.\n\n${filler(30)}\n\n${parts.join("\n\n")}\n\n${filler(10)}`);
        expect(new Set(must)).toEqual(new Set(orders));
      }),
      { numRuns: scaled(200) },
    );
  });
});
