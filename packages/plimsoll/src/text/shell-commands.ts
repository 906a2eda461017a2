import { type ShellRedirection, type ShellToken, shellTokens, type ShellWord } from "./shell-tokens.js";

/** One simple command of a shell line. */
export interface ShellCommand {
  readonly words: readonly ShellWord[];
  readonly redirections: readonly ShellRedirection[];
  /** The operators between the command before it and this one; empty at the beginning. */
  readonly before: string;
  /** The operator that ends it; empty at the end of the text. */
  readonly after: string;
}

/** A file that a command writes to by a redirection. */
export interface ShellWrite {
  readonly path: string;
  readonly appends: boolean;
}

/** What of a command has been read so far. */
interface OpenCommand {
  words: ShellWord[];
  redirections: ShellRedirection[];
  before: string;
}

class CommandReader {
  readonly commands: ShellCommand[] = [];
  #open: OpenCommand = { words: [], redirections: [], before: "" };
  /** By bracket: the command in whose word a substitution stands, undefined for a bracket around commands. */
  readonly #brackets: (OpenCommand | undefined)[] = [];

  take(token: ShellToken): void {
    if (token.kind === "word") this.#word(token);
    else if (token.kind === "redirection") this.#open.redirections.push(token);
    else if (token.text === "(") this.#openBracket();
    else if (token.text === ")") this.#closeBracket();
    else this.end(token.text);
  }

  end(after: string): void {
    const { words, redirections, before } = this.#open;
    if (words.length + redirections.length === 0) {
      this.#open.before += after;
      return;
    }
    this.commands.push({ words, redirections, before, after });
    this.#open = { words: [], redirections: [], before: after };
  }

  /** All commands; those around a bracket that nobody closed too. */
  finished(): readonly ShellCommand[] {
    this.end("");
    for (const outer of this.#brackets.toReversed()) {
      if (outer === undefined) continue;
      this.#open = outer;
      this.end("");
    }
    return this.commands;
  }

  #word(word: ShellWord): void {
    const { words } = this.#open;
    const last = words.at(-1);
    if (word.isRest && last?.text.endsWith(SUBSTITUTED))
      words[words.length - 1] = { ...last, text: last.text + word.text };
    else words.push(word);
  }

  #openBracket(): void {
    const { words } = this.#open;
    const last = words.at(-1);
    if (!last?.text.endsWith("$")) {
      this.#brackets.push(undefined);
      this.end("(");
      return;
    }
    words[words.length - 1] = { ...last, text: last.text.slice(0, -1) + SUBSTITUTED };
    this.#brackets.push(this.#open);
    this.#open = { words: [], redirections: [], before: "(" };
  }

  #closeBracket(): void {
    const outer = this.#brackets.pop();
    this.end(")");
    if (outer !== undefined) this.#open = outer;
  }
}

/** Stands for what a command in a word prints. */
const SUBSTITUTED = "$(…)";

/** The commands of shell text in order, including each command of a pipe or substitution; that before its own. Linear. */
export function shellCommands(text: string): readonly ShellCommand[] {
  const reader = new CommandReader();
  for (const token of shellTokens(text)) reader.take(token);
  return reader.finished();
}

/** The files that a command writes to by redirections. */
export function shellWrites({ redirections }: ShellCommand): ShellWrite[] {
  return redirections
    .filter(({ text, file }) => text.includes(">") && file !== "")
    .map(({ text, file }) => ({ path: file, appends: text.includes(">>") }));
}
