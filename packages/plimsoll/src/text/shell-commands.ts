import { type ShellRedirection, shellTokens, type ShellWord } from "./shell-tokens.js";

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

/** The commands of shell text in order, including each command of a pipe or substitution. Linear. */
export function shellCommands(text: string): readonly ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: ShellWord[] = [];
  let redirections: ShellRedirection[] = [];
  let before = "";
  const end = (after: string): void => {
    if (words.length + redirections.length === 0) {
      before += after;
      return;
    }
    commands.push({ words, redirections, before, after });
    [words, redirections, before] = [[], [], after];
  };
  for (const token of shellTokens(text)) {
    if (token.kind === "word") words.push(token);
    else if (token.kind === "redirection") redirections.push(token);
    else end(token.text);
  }
  end("");
  return commands;
}

/** The files that a command writes to by redirections. */
export function shellWrites({ redirections }: ShellCommand): ShellWrite[] {
  return redirections
    .filter(({ text, file }) => text.includes(">") && file !== "")
    .map(({ text, file }) => ({ path: file, appends: text.includes(">>") }));
}
