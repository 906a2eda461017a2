import type { SeededRandom } from "./seeded-random.js";
import { SYNTHETIC_WORDS as WORDS } from "./synthetic-words.js";

/** A tool call before any format has shaped it. */
export interface SyntheticCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface ContentOptions {
  /** Share of texts in Chinese, Japanese or Korean. */
  readonly cjk: number;
  /** Share of tool outputs that are deeply nested JSON. */
  readonly nestedJson: number;
  readonly giantOutputs: { readonly probability: number; readonly characters: number };
}

/** The texts of one synthetic project: its paths, names and tickets come back all through a history. */
export interface SyntheticContent {
  request(): string;
  prose(): string;
  closing(): string;
  thought(): string;
  /** Name and arguments of a call; the caller provides the id. */
  call(id: string): SyntheticCall;
  output(call: SyntheticCall): string;
  /** Lower-case hexadecimal digits. */
  hexadecimal(length: number): string;
}

const MAX_JSON_DEPTH = 8;
const EXTENSIONS = ["ts", "ts", "py", "go", "sql", "md"] as const;

export function syntheticContent(random: SeededRandom, options: ContentOptions): SyntheticContent {
  const hexadecimal = (length: number): string => {
    let digits = "";
    while (digits.length < length) digits += random.integer(0, 15).toString(16);
    return digits;
  };
  const project = projectOf(random, hexadecimal);
  const fill = (text: string): string =>
    text.replaceAll(/\{(name|path|ticket|commit|number)\}/g, (_, slot: keyof Project | "number") =>
      slot === "number" ? String(random.integer(2, 480)) : random.pick(project[slot]),
    );
  const sentences = (from: readonly string[], count: number): string => {
    const list = random.chance(options.cjk) ? WORDS.cjk : from;
    return Array.from({ length: count }, () => fill(random.pick(list))).join(" ");
  };
  const writer: OutputWriter = { random, fill, sentences };
  return {
    hexadecimal,
    request: () => request(writer),
    prose: () => sentences(WORDS.findings, random.integer(1, 4)),
    closing: () => sentences(WORDS.closings, random.integer(1, 3)),
    thought: () => sentences(WORDS.thoughts, random.integer(1, 2)),
    call: (id) => callOf(writer, id),
    output: (call) => {
      if (random.chance(options.giantOutputs.probability)) {
        return giantOutput(writer, call.name, options.giantOutputs.characters);
      }
      if (random.chance(options.nestedJson)) return JSON.stringify(nestedValue(writer, 0), null, 2);
      return outputOf(writer, call.name);
    },
  };
}

interface Project {
  readonly name: readonly string[];
  readonly path: readonly string[];
  readonly ticket: readonly string[];
  readonly commit: readonly string[];
}

interface OutputWriter {
  readonly random: SeededRandom;
  fill(text: string): string;
  sentences(from: readonly string[], count: number): string;
}

function projectOf(random: SeededRandom, hexadecimal: (length: number) => string): Project {
  const many = <T>(make: () => T): T[] => Array.from({ length: 12 }, make);
  const prefix = random.pick(["PAY", "OPS", "CORE", "WEB"]);
  return {
    name: many(() => {
      const noun = random.pick(WORDS.nouns);
      return `${random.pick(WORDS.verbs)}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
    }),
    path: many(
      () =>
        `services/${random.pick(WORDS.areas)}/src/${random.pick(WORDS.nouns)}-${random.pick(WORDS.verbs)}.${random.pick(EXTENSIONS)}`,
    ),
    ticket: many(() => `${prefix}-${random.integer(1000, 9999)}`),
    commit: many(() => hexadecimal(10)),
  };
}

function request({ random, fill, sentences }: OutputWriter): string {
  const task = fill(`Please change {name} in {path} so that it ${random.pick(WORDS.goals)} ({ticket}).`);
  const rules = Array.from({ length: random.integer(0, 2) }, () => fill(random.pick(WORDS.constraints)));
  const context = random.chance(0.5) ? [sentences(WORDS.findings, 1)] : [];
  return [task, ...rules, ...context].join(" ");
}

function callOf({ random, fill }: OutputWriter, id: string): SyntheticCall {
  const name = random.pick(["read_file", "grep", "run_tests", "query", "run_command"]);
  const path = fill("{path}");
  const variants: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    read_file: { path, start_line: random.integer(1, 400), line_count: random.integer(20, 200) },
    grep: { pattern: fill("{name}\\("), path: path.slice(0, path.lastIndexOf("/")), ignore_case: false },
    run_tests: { command: `npm test -- ${path}`, timeout_seconds: random.integer(30, 300) },
    query: {
      statement: fill("SELECT id, state FROM {ticket}_runs WHERE attempts > {number} ORDER BY id"),
      parameters: [],
    },
    run_command: { command: ["git", "show", "--stat", fill("{commit}")], working_directory: "services" },
  };
  return { id, name, arguments: variants[name] ?? {} };
}

function outputOf(writer: OutputWriter, tool: string): string {
  const { random } = writer;
  const line = lineOf(tool);
  const count = random.integer(3, 24);
  const lines = Array.from({ length: count }, (_, index) => line(writer, index + 1));
  if (tool !== "run_tests") return lines.join("\n");
  const failed = random.chance(0.3) ? random.integer(1, 3) : 0;
  return `${lines.join("\n")}\n\nTests: ${failed} failed, ${count - Math.min(failed, count)} passed\nexit code ${failed > 0 ? 1 : 0}`;
}

function giantOutput(writer: OutputWriter, tool: string, characters: number): string {
  const line = lineOf(tool);
  const lines: string[] = [];
  for (let length = 0, index = 1; length < characters; index += 1) {
    const text = line(writer, index);
    lines.push(text);
    length += text.length + 1;
  }
  return lines.join("\n").slice(0, characters);
}

type OutputLine = (writer: OutputWriter, number: number) => string;

function lineOf(tool: string): OutputLine {
  return OUTPUT_LINES[tool] ?? commandLine;
}

const commandLine: OutputLine = ({ random, fill, sentences }) =>
  random.chance(0.2)
    ? sentences(WORDS.findings, 1)
    : fill(` {path} | {number} ${"+".repeat(random.integer(1, 20))}${"-".repeat(random.integer(0, 8))}`);

const OUTPUT_LINES: Readonly<Record<string, OutputLine>> = {
  read_file: ({ random, fill, sentences }, number) => {
    const statement = random.pick([
      "const {name}Result = await {name}(input, { limit: {number} });",
      "if (!{name}Result.ok) throw new Error(`{name} failed for {ticket}`);",
      "return rows.filter((row) => row.attempts < {number}).map({name});",
      "}",
    ]);
    return random.chance(0.15)
      ? `${number}\t// ${sentences(WORDS.findings, 1)}`
      : `${number}\t${"  ".repeat(random.integer(0, 3))}${fill(statement)}`;
  },
  grep: ({ fill }) => fill("{path}:{number}:  return {name}(page, { ticket: '{ticket}' });"),
  run_tests: ({ random, fill }) =>
    fill(
      `${random.pick(["ok  ", "ok  ", "ok  ", "FAIL"])} {path} > {name} handles {number} entries ({number} ms)`,
    ),
  query: ({ random, fill }, number) =>
    JSON.stringify({
      id: number,
      state: random.pick(["done", "failed", "queued"]),
      ticket: fill("{ticket}"),
    }),
  run_command: commandLine,
};

function nestedValue(writer: OutputWriter, depth: number): unknown {
  const { random, fill, sentences } = writer;
  if (depth >= MAX_JSON_DEPTH || random.chance(depth / MAX_JSON_DEPTH)) {
    return random.pick([
      random.integer(0, 100_000),
      random.chance(0.5),
      null,
      fill("{path}"),
      fill("{ticket}"),
    ]);
  }
  if (random.chance(0.3)) return [nestedValue(writer, depth + 1), nestedValue(writer, depth + 1)];
  return {
    id: fill("{commit}"),
    note: sentences(WORDS.findings, 1),
    [random.pick(WORDS.nouns)]: nestedValue(writer, depth + 1),
    children: nestedValue(writer, depth + 1),
  };
}
