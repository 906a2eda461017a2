const MAX_CHARACTERS = 8_000;
const MAX_LINES = 60;
/** More rows are a list to choose from, not what the session works on. */
const MAX_ROWS = 8;
const MAX_COLUMNS = 16;
const MAX_CELL_CHARACTERS = 200;
/** Below the headings of a table with bars: `|---|---|`, `----+----`, `+----+----+`. */
const RULE = /^[\s|+:=-]{3,}$/;
/** Headings in capitals with room between them, as programs print them. */
const HEADINGS = /^[A-Z][A-Z0-9 _()/%.-]{0,300}$/;
const WIDE_GAP = /\s{2,}/;
/** Columns that differ from sight to sight and say nothing. */
const PASSING = /^(?:age|uptime|created|duration|last_.*|cpu|cpu%|memory|mem|restarts)$/;
/** How long something has been so. */
const SINCE = /^((?:Up|Exited|Restarting|Running)(?: \(\d{1,3}\))?) .{0,60}$/;

/** A row by the names of its columns. */
export type TableRow = Readonly<Record<string, string>>;

/** The rows of the first table in a text, where they are few; none if there is no table. */
export function tableRows(text: string): TableRow[] {
  const lines = text.slice(0, MAX_CHARACTERS).split(/\r?\n/).slice(0, MAX_LINES);
  const rows = barredRows(lines) ?? spacedRows(lines) ?? separatedRows(lines) ?? [];
  return rows.length > MAX_ROWS ? [] : rows;
}

function barredRows(lines: readonly string[]): TableRow[] | undefined {
  const rule = lines.findIndex((line, index) => index > 0 && isRule(line) && lines[index - 1]?.includes("|"));
  if (rule < 0) return undefined;
  const names = cellsOf(lines[rule - 1] ?? "");
  return rowsBelow(lines.slice(rule + 1), { names, cellsOf, isRow: (line) => line.includes("|") });
}

const isRule = (line: string): boolean => RULE.test(line) && line.includes("-") && /[|+]/.test(line);

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());

function spacedRows(lines: readonly string[]): TableRow[] | undefined {
  const start = lines.findIndex((line) => line.trim() !== "");
  const headings = lines[start]?.trim() ?? "";
  if (!HEADINGS.test(headings) || !WIDE_GAP.test(headings)) return undefined;
  const spacedCells = (line: string): string[] => line.trim().split(WIDE_GAP);
  return rowsBelow(lines.slice(start + 1), {
    names: spacedCells(headings),
    cellsOf: spacedCells,
    isRow: (line) => line.trim() !== "",
  });
}

const NAMES_WITH_COMMAS = /^[A-Za-z_][\w ]{0,40}(?:,[A-Za-z_][\w ]{0,40}){1,15}$/;

/** Values with commas below names with commas. Quoted values with commas in them make another number of cells. */
function separatedRows(lines: readonly string[]): TableRow[] | undefined {
  const names = lines[0]?.trim() ?? "";
  if (!NAMES_WITH_COMMAS.test(names) || lines.length < 2) return undefined;
  const separated = (line: string): string[] =>
    line.split(",").map((cell) => cell.trim().replace(/^"|"$/g, ""));
  return rowsBelow(lines.slice(1), {
    names: separated(names),
    cellsOf: separated,
    isRow: (line) => line.includes(","),
  });
}

interface TableForm {
  readonly names: readonly string[];
  cellsOf(line: string): string[];
  isRow(line: string): boolean;
}

function rowsBelow(lines: readonly string[], { names, cellsOf: cells, isRow }: TableForm): TableRow[] {
  if (names.length < 2 || names.length > MAX_COLUMNS) return [];
  const keys = names.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}%]+/gu, "_"));
  const rows: TableRow[] = [];
  for (const line of lines) {
    if (!isRow(line)) break;
    const values = cells(line);
    if (values.length !== keys.length) continue;
    const pairs = keys.map((key, index) => [key, cellText(values[index] ?? "")] as const);
    rows.push(Object.fromEntries(pairs.filter(([key, value]) => value !== "" && !PASSING.test(key))));
  }
  return rows;
}

const cellText = (cell: string): string =>
  cell.replace(SINCE, "$1").replace(/^`|`$/g, "").slice(0, MAX_CELL_CHARACTERS);
