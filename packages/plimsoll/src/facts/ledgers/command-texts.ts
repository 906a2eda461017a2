import type { SpokenText } from "./observation.js";

/** A client writes the command that the user typed in this tag, and what it stands for beside or below it. */
const COMMAND =
  /^\s{0,40}(?:<command-[a-z]{1,20}>[^<]{0,4000}<\/command-[a-z]{1,20}>\s{0,100}){0,4}<command-name>/;
const ARGUMENTS = /<command-args>([^<]{1,20000})<\/command-args>/;

/** What a client puts in for a command is longer than what a user types below one that is done at once. */
const LEAST_TEXT_CHARACTERS = 300;

/** What the user typed behind a command. */
export const commandArguments = (text: string): string => ARGUMENTS.exec(text)?.[1] ?? "";

/**
 * Knows which messages hold the text of a command. It is the client's: the user typed the name of the command and
 * what stands behind it. It says what to do while the command runs and is no rule of the user.
 */
export class CommandTexts {
  #follows: boolean;

  constructor(follows: boolean = false) {
    this.#follows = follows;
  }

  /** The next message of the user is the text of a command. */
  get follows(): boolean {
    return this.#follows;
  }

  /** Observes a message. True if it is the text of a command, or names one. */
  observe({ kind, text, sentences }: SpokenText): boolean {
    const isText = this.#follows && kind === "user" && text.length >= LEAST_TEXT_CHARACTERS;
    const isCommand = kind === "user" && COMMAND.test(text);
    this.#follows = isCommand && sentences.length === 0;
    return isText || isCommand;
  }
}
