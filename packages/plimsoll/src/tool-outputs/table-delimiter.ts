const DELIMITERS = ["\t", ",", ";", "|"] as const;
const ROWS_LOOKED_AT = 40;
const MIN_ROWS = 4;

/** The delimiter that cuts (nearly) every line of the sample into the same number of cells; undefined if none does. */
export function tableDelimiter(sample: string): string | undefined {
  const lines = sample.split("\n").slice(0, ROWS_LOOKED_AT + 1);
  // The last line of a sample may be cut.
  if (lines.length > MIN_ROWS) lines.pop();
  const rows = lines.map((line) => line.trimEnd()).filter((line) => line !== "");
  if (rows.length < MIN_ROWS) return undefined;
  for (const delimiter of DELIMITERS) {
    const counts = rows.map((row) => countOutsideQuotes(row, delimiter));
    const expected = counts[0] ?? 0;
    if (expected < (delimiter === "\t" || delimiter === "|" ? 1 : 2)) continue;
    const same = counts.filter((count) => count === expected).length;
    if (same >= rows.length * 0.95 && hasShortHeader(rows[0] ?? "", delimiter)) return delimiter;
  }
  return undefined;
}

function countOutsideQuotes(row: string, delimiter: string): number {
  let count = 0;
  let quoted = false;
  for (let index = 0; index < row.length; index += 1) {
    const character = row.charAt(index);
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) count += 1;
  }
  return count;
}

/** The first row names columns: its cells are short and say something. */
const hasShortHeader = (row: string, delimiter: string): boolean =>
  row.split(delimiter).every((cell) => cell.length <= 80) && !/[{}]|;$/.test(row) && /[A-Za-z]/.test(row);
