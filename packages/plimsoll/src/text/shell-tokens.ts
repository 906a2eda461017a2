const MAX_TOKENS = 8_000;
const HEREDOC = /^<<(-?)\s{0,4}(["']?)([A-Za-z_]\w{0,60})\2/;
const OPERATORS = ["&&", "||", "|&", ";;", ";", "|", "&", "(", ")", "\n"] as const;
const WORD_END = " \t\r\n;|&()<>";

/** A word of a command, with quotes and escapes undone. */
export interface ShellWord {
  readonly kind: "word";
  readonly text: string;
  /** It begins with a quote: neither a program nor an option. */
  readonly quoted: boolean;
  /** It follows a closing bracket at once: the rest of a word with a substitution in it, as in `$(pwd)/a`. */
  readonly isRest?: true;
}

/** What ends a command: a pipe, a semicolon, a bracket, the end of a line. */
export interface ShellOperator {
  readonly kind: "operator";
  readonly text: string;
}

/** `> file`, `2>> file`, `< file`; `2>&1` and the mark of a here-document have no file. */
export interface ShellRedirection {
  readonly kind: "redirection";
  /** The sign with its descriptor, without the file: `>`, `2>>`, `2>&1`, `<<`. */
  readonly text: string;
  /** Empty if there is none. */
  readonly file: string;
}

export type ShellToken = ShellWord | ShellOperator | ShellRedirection;

/** Reads shell text far enough to see which program runs on what. */
class ShellReader {
  readonly #text: string;
  readonly #tokens: ShellToken[] = [];
  #heredocs: { readonly mark: string; readonly isIndented: boolean }[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  tokens(): readonly ShellToken[] {
    while (this.#at < this.#text.length && this.#tokens.length < MAX_TOKENS) this.#step();
    return this.#tokens;
  }

  #step(): void {
    const character = this.#text.charAt(this.#at);
    if (character === " " || character === "\t" || character === "\r") this.#at++;
    else if (this.#text.startsWith("\\\n", this.#at)) this.#at += 2;
    else if (character === "<" || character === ">" || this.#text.startsWith("&>", this.#at))
      this.#redirection("");
    else if (character === "#") this.#skipComment();
    else if (WORD_END.includes(character)) this.#operator();
    else this.#wordOrDescriptor();
  }

  #operator(): void {
    const text = OPERATORS.find((operator) => this.#text.startsWith(operator, this.#at)) ?? "\n";
    this.#at += text.length;
    this.#tokens.push({ kind: "operator", text });
    if (text === "\n") this.#skipHeredocs();
  }

  #wordOrDescriptor(): void {
    const start = this.#at;
    const first = this.#text.charAt(start);
    const text = this.#word();
    const next = this.#text.charAt(this.#at);
    if ((next === ">" || next === "<") && /^\d$/.test(text) && this.#at === start + 1)
      this.#redirection(text);
    else {
      const rest = this.#text.charAt(start - 1) === ")" ? { isRest: true as const } : {};
      this.#tokens.push({ kind: "word", text, quoted: first === "'" || first === '"', ...rest });
    }
  }

  #word(): string {
    let word = "";
    while (this.#at < this.#text.length) {
      const character = this.#text.charAt(this.#at);
      if (WORD_END.includes(character)) break;
      if (character === "'" || character === '"') word += this.#quoted(character);
      else if (character === "\\") {
        const next = this.#text.charAt(this.#at + 1);
        word += next === "\n" ? "" : next;
        this.#at += 2;
      } else {
        word += character;
        this.#at++;
      }
    }
    return word;
  }

  #quoted(quote: string): string {
    const start = this.#at + 1;
    let end = start;
    while (end < this.#text.length && this.#text.charAt(end) !== quote)
      end += quote === '"' && this.#text.charAt(end) === "\\" ? 2 : 1;
    this.#at = Math.min(end, this.#text.length) + 1;
    const inner = this.#text.slice(start, end);
    return quote === "'" ? inner : inner.replace(/\\(["\\$`]|\n)/g, (_, escaped: string) => escaped.trim());
  }

  #redirection(descriptor: string): void {
    const heredoc = HEREDOC.exec(this.#text.slice(this.#at, this.#at + 80));
    if (heredoc !== null) {
      this.#heredocs.push({ mark: heredoc[3] ?? "", isIndented: heredoc[1] === "-" });
      this.#at += heredoc[0].length;
      this.#tokens.push({ kind: "redirection", text: "<<", file: "" });
      return;
    }
    const sign =
      /^(?:&?>>?\|?|<>|<{1,3})(?:&[\d-]+)?/.exec(this.#text.slice(this.#at, this.#at + 12))?.[0] ?? "";
    this.#at += Math.max(1, sign.length);
    this.#tokens.push({
      kind: "redirection",
      text: descriptor + sign,
      file: /&[\d-]+$/.test(sign) ? "" : this.#file(),
    });
  }

  #file(): string {
    while (/[ \t]/.test(this.#text.charAt(this.#at))) this.#at++;
    return this.#word();
  }

  #skipComment(): void {
    const end = this.#text.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#text.length : end;
  }

  /** Skips the bodies of here-documents; an unclosed one takes the rest. */
  #skipHeredocs(): void {
    for (const { mark, isIndented } of this.#heredocs) {
      let isOpen = true;
      while (isOpen && this.#at < this.#text.length) {
        const end = this.#text.indexOf("\n", this.#at);
        const stop = end < 0 ? this.#text.length : end;
        const line = this.#text.slice(this.#at, Math.min(stop, this.#at + 200));
        isOpen = (isIndented ? line.trim() : line.trimEnd()) !== mark;
        this.#at = isOpen ? stop + 1 : stop;
      }
    }
    this.#heredocs = [];
  }
}

/** The words, operators and redirections of shell text. Bodies of here-documents and comments are passed over. Linear. */
export function shellTokens(text: string): readonly ShellToken[] {
  return new ShellReader(text).tokens();
}
