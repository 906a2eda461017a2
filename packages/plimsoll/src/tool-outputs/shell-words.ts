/** One word of a command line. */
export interface ShellWord {
  readonly text: string;
  readonly quoted: boolean;
  /** A pipe, a semicolon or another word that ends a command. */
  readonly ends: boolean;
}

/** The words of a shell command line with quotes and escapes undone. */
export function shellWords(command: string): readonly ShellWord[] {
  const words: ShellWord[] = [];
  let text = "";
  let open = false;
  let quoted = false;
  const flush = (): void => {
    if (open) words.push({ text, quoted, ends: false });
    text = "";
    open = false;
    quoted = false;
  };
  for (let index = 0; index < command.length; index += 1) {
    const character = command.charAt(index);
    if (character === "'" || character === '"') {
      const end = closingQuote(command, index);
      const inner = command.slice(index + 1, end);
      text += character === "'" ? inner : inner.replace(/\\(["\\$`])/g, "$1");
      open = true;
      quoted ||= text === inner || words.length > 0;
      index = end;
    } else if (character === "\\" && index + 1 < command.length) {
      text += command.charAt(index + 1);
      open = true;
      index += 1;
    } else if (/\s/.test(character)) {
      flush();
      if (character === "\n") words.push({ text: character, quoted: false, ends: true });
    } else if (/[|;&()]/.test(character)) {
      flush();
      words.push({ text: character, quoted: false, ends: true });
    } else {
      text += character;
      open = true;
    }
  }
  flush();
  return words;
}

function closingQuote(command: string, start: number): number {
  const quote = command.charAt(start);
  for (let index = start + 1; index < command.length; index += 1) {
    if (quote === '"' && command.charAt(index) === "\\") index += 1;
    else if (command.charAt(index) === quote) return index;
  }
  return command.length;
}
