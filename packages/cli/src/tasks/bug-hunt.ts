import { readValue, type SeededRandom } from "plimsoll/testing";
import type { Need, Task, TaskEvent } from "./task.js";
import { interleave, rows } from "./interleave.js";
import { pickSome } from "./people.js";

const AREAS = [
  "ledger",
  "quota",
  "digest",
  "lease",
  "replica",
  "cursor",
  "export",
  "invoice",
  "mailbox",
  "archive",
];
const VERBS = ["fold", "drain", "merge", "expire", "rebase", "flush", "split", "trim", "seal", "probe"];
const NOUNS = [
  "Remainder",
  "Window",
  "Batch",
  "Cursor",
  "Totals",
  "Schedule",
  "Offsets",
  "Header",
  "Segment",
  "Retry",
];
const FOLDERS = ["core", "flow", "wire", "jobs", "rules", "state"];
const PATH = /\b[\w-]+(?:\/[\w.-]+)+\.ts\b/g;

interface Project {
  /** The functions of the hunt and the one file each is defined in. */
  readonly symbols: readonly { readonly name: string; readonly path: string }[];
  readonly forbidden: string;
  readonly ticket: string;
  readonly oldCommand: string;
  readonly command: string;
  readonly commit: string;
}

/** A fault in a large code base: where things are defined, which commit broke it, how to test, and what not to touch. */
export const bugHunt: Task = {
  name: "bug hunt",
  script(random, noise) {
    const project = projectOf(random);
    const [first, second, third] = project.symbols as [
      Project["symbols"][0],
      Project["symbols"][0],
      Project["symbols"][0],
    ];
    const events: TaskEvent[] = [
      { kind: "user", text: assignment(random, project, first.name) },
      ...project.symbols.map(({ name, path }) =>
        definition(random, { name, path, forbidden: project.forbidden }),
      ),
      {
        kind: "tool",
        name: "shell",
        arguments: { command: "git bisect run ./scripts/reproduce.sh" },
        output: bisect(random, project),
      },
      {
        kind: "say",
        text: `The change came in with that commit. I look at the callers of ${first.name} next.`,
      },
      {
        kind: "user",
        text: `The runner was moved. From now on test with \`${project.command}\` instead of \`${project.oldCommand}\`.`,
      },
      { kind: "say", text: "Noted." },
      { kind: "user", text: `Good, then fix ${first.name} where it is defined.` },
      { kind: "decide", decision: { tool: "edit_file", needs: [pathOf(first, project)] } },
      { kind: "user", text: "Run the tests." },
      { kind: "decide", decision: { tool: "shell", needs: [testCommand(project)] } },
      { kind: "user", text: `And ${second.name} has the same fault; change it as well.` },
      { kind: "decide", decision: { tool: "edit_file", needs: [pathOf(second, project)] } },
      {
        kind: "user",
        text: `Last one: ${third.name}. Then write the commit, with the reference to the one that broke it.`,
      },
      { kind: "decide", decision: { tool: "edit_file", needs: [pathOf(third, project)] } },
      { kind: "decide", decision: { tool: "commit", needs: [ticketOf(project), brokenBy(project)] } },
    ];
    const learned = 1 + project.symbols.length + 2;
    return interleave(
      events,
      Array.from({ length: noise }, () => detour(random)),
      { from: learned, to: events.length - 2 },
    );
  },
};

function projectOf(random: SeededRandom): Project {
  const nouns = pickSome(random, NOUNS, 5);
  const areas = pickSome(random, AREAS, 6);
  const symbols = pickSome(random, VERBS, 5).map((verb, index) => {
    const noun = nouns[index] ?? "";
    const path = `packages/${areas[index] ?? ""}/src/${random.pick(FOLDERS)}/${verb}-${noun.toLowerCase()}.ts`;
    return { name: `${verb}${noun}`, path };
  });
  const suite = random.pick(["unit", "fast", "node", "service"]);
  return {
    symbols,
    forbidden: `vendor/${areas[5] ?? ""}-${random.integer(2, 9)}`,
    ticket: `${random.pick(["OPS", "CORE", "FIN", "SYNC"])}-${random.integer(1000, 9999)}`,
    oldCommand: `npm run test:${suite}`,
    command: `pnpm vitest --project ${suite}-${random.integer(2, 9)}`,
    commit: `${random.hexadecimal(4)}${random.integer(100, 999)}`,
  };
}

function assignment(random: SeededRandom, project: Project, symbol: string): string {
  return (
    `Since ${random.pick(["Monday", "the last release", "last night"])} the totals are off by one page whenever ${symbol} runs twice. ` +
    "Find out why, and where else the same mistake was made. " +
    `Leave everything under ${project.forbidden} alone, that copy belongs to another team. ` +
    `The tests run with \`${project.oldCommand}\`. ` +
    `Commit messages begin with the ticket, which is ${project.ticket} for this work.`
  );
}

/** A search that finds a definition, callers of it, and the copy that is not to be touched. */
function definition(
  random: SeededRandom,
  { name, path, forbidden }: { readonly name: string; readonly path: string; readonly forbidden: string },
): TaskEvent {
  const caller = (): string =>
    `packages/${random.pick(AREAS)}/src/${random.pick(FOLDERS)}/index.ts:${random.integer(4, 300)}:  const result = ${name}(${random.pick(["page", "entries", "state"])});`;
  const copy = `${forbidden}/${path.split("/").at(-1) ?? ""}:${random.integer(4, 90)}:export function ${name}(input) {`;
  const own = `${path}:${random.integer(4, 300)}:export function ${name}(input: ${random.pick(["Page", "Entry[]", "State"])}) {`;
  const lines = [...Array.from({ length: random.integer(2, 5) }, caller), copy, own];
  return {
    kind: "tool",
    name: "grep",
    arguments: { pattern: name },
    output: pickSome(random, lines, lines.length).join("\n"),
  };
}

function bisect(random: SeededRandom, project: Project): string {
  const steps = rows(
    6,
    (index) => `Bisecting: ${64 >> index} revisions left to test after this (${random.hexadecimal(7)})`,
  );
  return `${steps}\n${project.commit} is the first bad commit\nAuthor: a colleague\n    compare by position again`;
}

/** The definition: the line that exports it, and not the copy under the folder that is to be left alone. */
function pathOf({ name, path }: { readonly name: string; readonly path: string }, project: Project): Need {
  const folder = new RegExp(`\\b${project.forbidden}\\b`);
  return {
    argument: `path of ${name}`,
    kind: "path",
    expected: path,
    query: `export function ${name}`,
    find: (text) => {
      const rule = /alone|not to be touched|belongs to another/i;
      const mayKnow = text
        .split(/\n|(?<=[.!?])\s+/)
        .some((passage) => folder.test(passage) && rule.test(passage));
      const known = text.replaceAll(mayKnow ? new RegExp(`^.*${project.forbidden}/.*$`, "gm") : /(?!)/g, "");
      const value = readValue(known, { about: [new RegExp(`function ${name}\\b`, "g")], value: PATH });
      return (
        value ??
        readValue(known, { about: [new RegExp(`\\b${name}\\b`, "g"), /defin|lives|declared/i], value: PATH })
      );
    },
  };
}

function testCommand(project: Project): Need {
  return {
    argument: "command",
    kind: "correction",
    expected: project.command,
    query: "tests run command test with",
    find: (text) =>
      readValue(text, {
        about: [/\btests?\b/gi],
        value: /`?((?:pnpm vitest --project [\w-]+|npm run test:\w+))`?/g,
      }),
  };
}

function ticketOf(project: Project): Need {
  return {
    argument: "ticket",
    kind: "rule",
    expected: project.ticket,
    query: "commit messages begin with the ticket",
    find: (text) => readValue(text, { about: [/\bticket\b/gi], value: /\b[A-Z]{3,4}-\d{4}\b/g }),
  };
}

function brokenBy(project: Project): Need {
  return {
    argument: "broken by",
    kind: "identifier",
    expected: project.commit,
    query: "first bad commit",
    find: (text) => readValue(text, { about: [/first bad commit/gi], value: /\b[0-9a-f]{7}\b/g }),
  };
}

/** Reading a file that turns out to have nothing to do with it. */
function detour(random: SeededRandom): TaskEvent[] {
  const path = `packages/${random.pick(AREAS)}/src/${random.pick(FOLDERS)}/${random.pick(["loop", "table", "view", "store", "guard"])}.ts`;
  const output = rows(random.integer(36, 68), (index) => {
    const field = `${random.pick(VERBS)}${random.pick(["Count", "Limit", "Map", "Index"])}`;
    return `${String(index + 1).padStart(4)}  ${random.pick([
      `const ${field} = options.${field} ?? ${random.integer(2, 512)};`,
      `if (${field} > limit) return undefined;`,
      `for (const entry of ${field}) visit(entry, depth + 1);`,
      `// keeps the order of ${random.pick(AREAS)} entries`,
    ])}`;
  });
  return [
    { kind: "tool", name: "read_file", arguments: { path }, output },
    { kind: "say", text: `Nothing in ${path} compares by position, so I go on.` },
    ...(random.chance(0.3)
      ? [
          {
            kind: "user",
            text: random.pick(["Go on.", "Take your time.", "What about the others?"]),
          } as const,
        ]
      : []),
  ];
}
