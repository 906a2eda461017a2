const DELIMITERS = ["\t", ",", ";", "|"] as const;
const ROWS_LOOKED_AT = 40;
const MIN_ROWS = 4;
/** A file and how much of it changed, as version control prints it. */
const CHANGES = /^ \S.* \| +(?:\d+ [+-]*|Bin .*)$/;

/** The delimiter that cuts (nearly) every line of the sample into the same number of cells; undefined if none does. */
export function tableDelimiter(sample: string): string | undefined {
  const lines = firstLines(sample, ROWS_LOOKED_AT + 1);
  // The last line of a sample may be cut.
  if (lines.length > MIN_ROWS) lines.pop();
  const rows = lines.map((line) => line.trimEnd()).filter((line) => line !== "");
  if (rows.length < MIN_ROWS || rows.slice(0, MIN_ROWS).every((row) => CHANGES.test(row))) return undefined;
  for (const delimiter of DELIMITERS) {
    const expected = countOutsideQuotes(rows[0] ?? "", delimiter);
    if (expected < (delimiter === "\t" || delimiter === "|" ? 1 : 2)) continue;
    const same = rows.filter((row) => countOutsideQuotes(row, delimiter) === expected).length;
    if (same >= rows.length * 0.95 && hasShortHeader(rows[0] ?? "", delimiter)) return delimiter;
  }
  return undefined;
}

function firstLines(text: string, most: number): string[] {
  const lines: string[] = [];
  let start = 0;
  while (lines.length < most) {
    const end = text.indexOf("\n", start);
    lines.push(end === -1 ? text.slice(start) : text.slice(start, end));
    if (end === -1) break;
    start = end + 1;
  }
  return lines;
}

const QUOTE = 0x22;

function countOutsideQuotes(row: string, delimiter: string): number {
  const wanted = delimiter.charCodeAt(0);
  let count = 0;
  let quoted = false;
  for (let index = 0; index < row.length; index += 1) {
    const code = row.charCodeAt(index);
    if (code === QUOTE) quoted = !quoted;
    else if (code === wanted && !quoted) count += 1;
  }
  return count;
}

/** The first row names columns: its cells are short and say something. */
const hasShortHeader = (row: string, delimiter: string): boolean =>
  row.split(delimiter).every((cell) => cell.length <= 80 && isBalanced(cell)) &&
  !/[{}]|;$/.test(row) &&
  /\p{L}/u.test(row);

/** A bracket that is open at a delimiter belongs to a call, not to the name of a column. */
const isBalanced = (cell: string): boolean =>
  !/[()[\]]/.test(cell) || (/^[^()[\]]*(?:\([^()]*\)|\[[^[\]]*\])[^()[\]]*$/.test(cell) && !/ = /.test(cell));
