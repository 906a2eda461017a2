import { cutText } from "../../evidence/cut-text.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { forEachLine } from "../../evidence/for-each-line.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../../evidence/piece.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { RareValues } from "../rare-values.js";
import { isRuler, TableRows } from "./table-rows.js";
import { tableDelimiter } from "./table-delimiter.js";

const MAX_COLUMNS = 40;
const ROW_CHARACTERS = 300;
const SCANNED_CHARACTERS = 4_000;
const EDGE_ROWS = 12;
const MAX_DISTINCT = 12;
/** What a row is worth that has more or fewer cells than there are columns. */
const TORN_VALUE = 70;
const EXTREME_VALUE = 73;

/** The header, statistics of the columns, the first and last rows and rows with an extreme or a rare value. */
export const tableKind: EvidenceKind = {
  recognises: ({ sample }) => tableDelimiter(sample.head) !== undefined,
  extract: extractTable,
};

interface TableRow {
  readonly order: number;
  readonly line: string;
}

interface Column {
  readonly name: string;
  numbers: number;
  minimum: number;
  maximum: number;
  cells: number;
  /** The rows with the least and the largest number. */
  least?: TableRow;
  largest?: TableRow;
  readonly distinct: Set<string>;
}

function extractTable(source: EvidenceSource): EvidenceView {
  const { text, bodyStart } = source;
  const delimiter = tableDelimiter(text.slice(bodyStart, bodyStart + 16_000)) ?? ",";
  const collector = new PieceCollector();
  const rare = new RareValues(text, delimiter);
  let columns: Column[] = [];
  const rows = new TableRows();
  const isNamed = hasNames(text.slice(bodyStart, bodyStart + SCANNED_CHARACTERS), delimiter);
  let tail: Piece[] = [];
  forEachLine(text, bodyStart, (order, from, to) => {
    const line = text.slice(from, Math.min(to, from + SCANNED_CHARACTERS)).trimEnd();
    if (line === "") return;
    const cells = splitCells(line, delimiter);
    rare.add({ order, start: from, end: Math.min(to, from + ROW_CHARACTERS) });
    if (order === 0) {
      columns = cells
        .slice(0, MAX_COLUMNS)
        .map((cell, index) => newColumn(isNamed ? cell : `column ${index + 1}`));
      collector.add(rowPiece(order, line, 100));
      if (isNamed) return;
    }
    const value = Math.max(
      rows.read(line, cells.length, columns.length) ? TORN_VALUE : 0,
      isRuler(line) ? 0 : readRow(cells, columns, { order, line }),
      order <= EDGE_ROWS ? 72 - order : 4 + (order % 7 === 0 ? 1 : 0),
    );
    if (collector.accepts(value)) collector.add(rowPiece(order, line, value));
    tail.push(rowPiece(order, line, 64));
    if (tail.length > EDGE_ROWS * 4) tail = tail.slice(-EDGE_ROWS);
  });
  for (const row of rare.lines()) {
    const line = text.slice(row.start, row.end).trimEnd();
    if (row.order > 0) collector.add(rowPiece(row.order, line, 80 - row.index * 4));
  }
  const last = tail
    .slice(-EDGE_ROWS)
    .map((piece, index, all) => ({ ...piece, value: 66 - (all.length - index) }));
  const kept = new Map<number, Piece>();
  for (const piece of [...collector.pieces(), ...last, ...extremeRows(columns)]) {
    if ((kept.get(piece.order)?.value ?? 0) < piece.value) kept.set(piece.order, piece);
  }
  const statistics: Piece = { order: -1, text: describe(columns), value: 99, lines: 0 };
  return {
    pieces: statistics.text === "" ? [...kept.values()] : [statistics, ...kept.values()],
    facts: [`${rows.count} rows, ${columns.length} columns`],
    marksGaps: true,
  };
}

const AMOUNT = /^[-+]?\d[\d.,]*(?:[KMGTP]i?B?|%)?$/;
const ROWS_COMPARED = 6;

/** False for a table whose first row is one of its rows: it has an amount where the others have one. */
function hasNames(head: string, delimiter: string): boolean {
  const lines = head.split("\n").filter((line) => line.trim() !== "" && !isRuler(line));
  const [first = [], ...others] = lines
    .slice(0, ROWS_COMPARED)
    .map((line) =>
      splitCells(line.trimEnd(), delimiter).map((cell) => AMOUNT.test(cell.trim().slice(0, 40))),
    );
  return !first.some(
    (isAmount, index) => isAmount && others.length > 0 && others.every((row) => row[index] === true),
  );
}

const newColumn = (name: string): Column => ({
  name: cutText(name.trim(), 40),
  numbers: 0,
  minimum: Number.POSITIVE_INFINITY,
  maximum: Number.NEGATIVE_INFINITY,
  cells: 0,
  distinct: new Set(),
});

const rowPiece = (order: number, line: string, value: number): Piece => ({
  order,
  text: cutText(line, ROW_CHARACTERS),
  value,
  lines: 1,
});

/** Takes the row into the statistics; returns what makes it worth showing, 0 if nothing does. */
function readRow(cells: readonly string[], columns: readonly Column[], row: TableRow): number {
  let value = 0;
  for (const [index, column] of columns.entries()) {
    const cell = (cells[index] ?? "").trim();
    if (cell === "") continue;
    column.cells += 1;
    const number = /^[-+]?[\d.,]+(?:e[-+]?\d+)?%?$/i.test(cell.slice(0, 40))
      ? Number(cell.replace(/[,%]/g, ""))
      : Number.NaN;
    if (Number.isFinite(number)) {
      column.numbers += 1;
      readNumber(number, column, row);
    } else if (column.distinct.size <= MAX_DISTINCT && !column.distinct.has(cutText(cell, 60))) {
      column.distinct.add(cutText(cell, 60));
      if (row.order > 20 && column.distinct.size <= MAX_DISTINCT / 2) value = 74;
    }
  }
  return value;
}

function readNumber(number: number, column: Column, row: TableRow): void {
  if (number < column.minimum) {
    column.minimum = number;
    column.least = row;
  }
  if (number > column.maximum) {
    column.maximum = number;
    column.largest = row;
  }
}

/** The rows with the least and the largest number of each column of numbers. */
const extremeRows = (columns: readonly Column[]): readonly Piece[] =>
  columns
    .filter((column) => column.numbers >= column.cells * 0.9)
    .flatMap(({ least, largest }) => [least, largest])
    .flatMap((row) => (row === undefined ? [] : [rowPiece(row.order, row.line, EXTREME_VALUE)]));

function describe(columns: readonly Column[]): string {
  const parts: string[] = [];
  for (const column of columns) {
    if (column.numbers > 0 && column.numbers >= column.cells * 0.9) {
      parts.push(`${column.name} ${column.minimum}..${column.maximum}`);
    } else if (column.distinct.size > 0 && column.distinct.size <= MAX_DISTINCT / 2) {
      parts.push(`${column.name} {${[...column.distinct].map((value) => cutText(value, 20)).join("|")}}`);
    }
  }
  return cutText(parts.join("; "), 400);
}

/** The cells of a line; delimiters inside double quotes do not count, nor do bars around the whole line. */
function splitCells(line: string, delimiter: string): string[] {
  if (delimiter === "|" && line.length > 1 && line.startsWith("|") && line.endsWith("|"))
    return line.slice(1, -1).split(delimiter);
  if (!line.includes('"')) return line.split(delimiter);
  const cells: string[] = [];
  let start = 0;
  let quoted = false;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '"') quoted = !quoted;
    else if (character === delimiter && !quoted) {
      cells.push(unquote(line.slice(start, index)));
      start = index + 1;
    }
  }
  cells.push(unquote(line.slice(start)));
  return cells;
}

const unquote = (cell: string): string => cell.replace(/^\s*"|"\s*$/g, "").replaceAll('""', '"');
