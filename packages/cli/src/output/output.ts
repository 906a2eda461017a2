import { once } from "node:events";
import type { WriteStream } from "node:tty";
import pc from "picocolors";
import { boundedLog } from "./bounded-log.js";
import { printableJson, printableLines, printableName } from "./printable.js";

export type Colors = ReturnType<typeof pc.createColors>;

export interface OutputOptions {
  readonly stdout: NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY" | "columns">>;
  readonly stderr: NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY">>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
}

/** Standard output for results, standard error for everything said about them. */
export class Output {
  readonly json: boolean;
  /** True if somebody watches standard output: it may be redrawn. */
  readonly live: boolean;
  readonly colors: Colors;
  readonly #errorColors: Colors;
  readonly #options: OutputOptions;
  #shown = false;

  constructor(options: OutputOptions) {
    const { stdout, stderr, environment, json } = options;
    const plain = (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb" || json;
    this.#options = options;
    this.json = json;
    this.live = stdout.isTTY === true && !json && environment["TERM"] !== "dumb";
    this.colors = pc.createColors(stdout.isTTY === true && !plain);
    this.#errorColors = pc.createColors(stderr.isTTY === true && !plain);
  }

  get columns(): number {
    return this.#options.stdout.columns ?? 120;
  }

  /** Writes a result as it is; waits for a slow reader. */
  async write(text: string): Promise<void> {
    this.progress("");
    const { stdout } = this.#options;
    if (!stdout.write(text)) await once(stdout, "drain");
  }

  /** For lines of a log: a slow reader misses some, and nobody waits for it. @param missing the line that says how many */
  log(missing: (lines: number) => string): (line: string) => void {
    return boundedLog(this.#options.stdout, { missing });
  }

  /** A line of a result for people. */
  async line(text: string = ""): Promise<void> {
    await this.write(`${text}\n`);
  }

  /** JSON: on one line for a program, indented for a reader. */
  async data(value: unknown): Promise<void> {
    const { stdout, json } = this.#options;
    await this.write(`${printableJson(value, json && stdout.isTTY !== true ? 0 : 2)}\n`);
  }

  /** Says something about the result, on one line; nothing with `--json`. */
  note(text: string): void {
    if (!this.json) this.#say(printableName(text));
  }

  warn(text: string): void {
    this.#say(`compactctl: ${this.#errorColors.yellow("warning")}: ${printableName(text)}`);
  }

  /** A failure, on one line; a list of problems has a line each, none of which looks like ours. */
  error(text: string, options: { readonly list?: boolean } = {}): void {
    const shown = options.list === true ? printableLines(text) : printableName(text);
    this.#say(`compactctl: ${this.#errorColors.red(shown)}`);
  }

  /** One line that is redrawn while work goes on, only on a terminal; an empty text takes it away. */
  progress(text: string): void {
    const { stderr } = this.#options;
    if (stderr.isTTY !== true || this.#options.json || (text === "" && !this.#shown)) return;
    this.#shown = text !== "";
    stderr.write(`\r\u001b[2K${text}`);
  }

  #say(text: string): void {
    this.progress("");
    this.#options.stderr.write(`${text}\n`);
  }
}
