const MAX_WORDS = 4_000;
const HEREDOC = /^<<-?\s{0,4}(["']?)([A-Za-z_]\w{0,60})\1/;

/** One simple command of a shell line: its words without quotes, and the files it writes to. */
export interface SimpleCommand {
  readonly words: readonly string[];
  readonly writes: readonly { readonly path: string; readonly appends: boolean }[];
}

/** Reads shell text far enough to see which program runs on what. Bodies of here-documents are passed over. Linear. */
export class ShellReader {
  readonly #text: string;
  readonly #commands: SimpleCommand[] = [];
  #words: string[] = [];
  #writes: { path: string; appends: boolean }[] = [];
  #redirect: { readonly appends: boolean; readonly isInput: boolean } | undefined;
  #heredocs: string[] = [];
  #at = 0;
  #total = 0;

  constructor(text: string) {
    this.#text = text;
  }

  commands(): readonly SimpleCommand[] {
    while (this.#at < this.#text.length && this.#total < MAX_WORDS) this.#step();
    this.#endCommand();
    return this.#commands;
  }

  #step(): void {
    const character = this.#text[this.#at] ?? "";
    if (character === "\n") {
      this.#endCommand();
      this.#at++;
      this.#skipHeredocs();
    } else if (character === " " || character === "\t" || character === "\r") this.#at++;
    else if (";|()".includes(character)) {
      this.#endCommand();
      this.#at++;
    } else if (character === "&") this.#ampersand();
    else if (character === ">" || character === "<") this.#redirection(character);
    else if (character === "#") this.#skipTo("\n");
    else this.#word();
  }

  #ampersand(): void {
    if (this.#text[this.#at + 1] === ">") this.#at++;
    else {
      this.#endCommand();
      this.#at++;
    }
  }

  #redirection(character: string): void {
    const heredoc = HEREDOC.exec(this.#text.slice(this.#at, this.#at + 80));
    if (heredoc !== null) {
      this.#heredocs.push(heredoc[2] ?? "");
      this.#at += heredoc[0].length;
      return;
    }
    const descriptor = this.#words.at(-1);
    if (descriptor !== undefined && /^\d$/.test(descriptor) && /\d/.test(this.#text[this.#at - 1] ?? ""))
      this.#words.pop();
    const appends = this.#text.startsWith(">>", this.#at);
    this.#at += appends || this.#text.startsWith("<<", this.#at) ? 2 : 1;
    if (this.#text[this.#at] === "&") {
      this.#at++;
      while (/[\d-]/.test(this.#text[this.#at] ?? "")) this.#at++;
      return;
    }
    this.#redirect = { appends, isInput: character === "<" };
  }

  #word(): void {
    let word = "";
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at] ?? "";
      if (" \t\r\n;|&()<>".includes(character)) break;
      if (character === "'" || character === '"') word += this.#quoted(character);
      else if (character === "\\") {
        word += this.#text[this.#at + 1] === "\n" ? "" : (this.#text[this.#at + 1] ?? "");
        this.#at += 2;
      } else {
        word += character;
        this.#at++;
      }
    }
    this.#total++;
    const redirect = this.#redirect;
    this.#redirect = undefined;
    if (redirect === undefined) this.#words.push(word);
    else if (!redirect.isInput) this.#writes.push({ path: word, appends: redirect.appends });
  }

  #quoted(quote: string): string {
    let end = this.#text.indexOf(quote, this.#at + 1);
    const isEscaped = (at: number): boolean => quote === '"' && at > 0 && this.#text[at - 1] === "\\";
    while (isEscaped(end)) end = this.#text.indexOf(quote, end + 1);
    if (end < 0) end = this.#text.length;
    const inner = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return inner;
  }

  #skipTo(end: string): void {
    const at = this.#text.indexOf(end, this.#at);
    this.#at = at < 0 ? this.#text.length : at;
  }

  #skipHeredocs(): void {
    for (const mark of this.#heredocs) {
      const end = this.#text.startsWith(`${mark}\n`, this.#at)
        ? this.#at - 1
        : this.#text.indexOf(`\n${mark}`, this.#at);
      this.#at = end < 0 ? this.#text.length : end + 1 + mark.length;
    }
    this.#heredocs = [];
  }

  #endCommand(): void {
    if (this.#words.length > 0 || this.#writes.length > 0) {
      this.#commands.push({ words: this.#words, writes: this.#writes });
    }
    this.#words = [];
    this.#writes = [];
    this.#redirect = undefined;
  }
}
