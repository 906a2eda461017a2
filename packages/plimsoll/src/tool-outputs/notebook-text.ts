import { isRecord } from "../text/is-record.js";
import { jsonValueEnd, parseJson } from "../text/parse-json.js";

const MAX_CHARACTERS = 16_000_000;
const MAX_DEPTH = 30;
const HEAD_CHARACTERS = 40_000;
/** What every notebook has, in the order in which one of its programs writes it. */
const NOTEBOOK = /^\s*\{\s*"(?:cells|metadata|nbformat\w*)"\s*:/;
const CELL_MARK = /(?<!\\)"cell_type"\s?:/g;
/** How far before its mark a cell may begin, with how many objects in it before that. */
const HEAD_OF_CELL = 2_000;
const MOST_OPEN = 20;
/** Between a cell and what separates it from the one before. */
const MOST_BLANKS = 40;
const STRING_LINE = /^\s{0,60}"(.*)"\s?,?$/;
const ONLY_SIGNS = /^[\s{}[\],":]*$/;
const CELL = /"cell_type"\s*:\s*"/;

/** A Jupyter notebook as its reader sees it: each cell with what it printed; undefined for any other text. */
export function notebookText(text: string): string | undefined {
  if (!NOTEBOOK.test(text.slice(0, 200)) || !CELL.test(text.slice(0, HEAD_CHARACTERS))) return undefined;
  const notebook = parseJson(text, { maxCharacters: MAX_CHARACTERS, maxDepth: MAX_DEPTH });
  const cells = isRecord(notebook) ? notebook["cells"] : wholeCells(text);
  return Array.isArray(cells) && cells.length > 0 ? cells.map(cellText).join("\n\n") : undefined;
}

/** The cells of a notebook that was cut somewhere: all that are whole, and between them the text where it was cut. */
function wholeCells(text: string): readonly unknown[] {
  if (text.length > MAX_CHARACTERS) return [];
  const marks = [...text.matchAll(CELL_MARK)];
  const starts = [...new Set(marks.map(({ index }) => cellStart(text, index)))];
  return starts.flatMap((start, index) => {
    const next = starts[index + 1];
    const part = text.slice(start, next ?? text.length);
    const end = jsonValueEnd(part, 0);
    const cell = parseJson(part.slice(0, end), { maxDepth: MAX_DEPTH });
    if (cell === undefined) return [{ cell_type: "raw", source: cutCell(part) }];
    // Where the text was cut between two cells, it says so there.
    const rest = next === undefined ? "" : cutCell(part.slice(end));
    return rest === "" ? [cell] : [cell, { cell_type: "raw", source: rest }];
  });
}

/** Where the cell of a mark begins: a cell is an entry of a list. */
function cellStart(text: string, mark: number): number {
  const before = text.slice(Math.max(0, mark - HEAD_OF_CELL), mark);
  let at = before.lastIndexOf("{");
  for (let step = 0; at > 0 && step < MOST_OPEN; step += 1) {
    const sign = before
      .slice(Math.max(0, at - MOST_BLANKS), at)
      .trimEnd()
      .at(-1);
    if (sign === "[" || sign === ",") return mark - before.length + at;
    at = before.lastIndexOf("{", at - 1);
  }
  return mark;
}

/** The lines of a cell that is not whole, without what only makes them JSON. */
const cutCell = (part: string): string =>
  part
    .split("\n")
    .map((line) => STRING_LINE.exec(line)?.[1] ?? line)
    .map((line) => line.replace(/\\n$/, "").replaceAll('\\"', '"').trimEnd())
    .filter((line) => !ONLY_SIGNS.test(line))
    .join("\n");

function cellText(cell: unknown, index: number): string {
  if (!isRecord(cell)) return "";
  const source = lines(cell["source"]);
  if (cell["cell_type"] !== "code") return source;
  const outputs = Array.isArray(cell["outputs"]) ? cell["outputs"].map(outputText) : [];
  const number = typeof cell["execution_count"] === "number" ? cell["execution_count"] : " ";
  return [`In [${number}]: # cell ${index}`, source, ...outputs].filter((part) => part !== "").join("\n");
}

function outputText(output: unknown): string {
  if (!isRecord(output)) return "";
  if (output["output_type"] === "error") {
    const told = `${lines(output["ename"])}: ${lines(output["evalue"])}`;
    const trace = Array.isArray(output["traceback"]) ? output["traceback"].map(lines).join("\n") : "";
    return trace.includes(told) ? trace : [trace, told].filter((part) => part !== "").join("\n");
  }
  const data = isRecord(output["data"]) ? output["data"] : {};
  const others = Object.keys(data).filter((type) => type !== "text/plain");
  return [
    lines(output["text"]),
    lines(data["text/plain"]),
    others.length === 0 ? "" : `(${others.join(", ")})`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** A text, or the lines of one with their ends. */
function lines(value: unknown): string {
  const text = Array.isArray(value) ? value.filter((part) => typeof part === "string").join("") : value;
  return typeof text === "string" ? text.trimEnd() : "";
}
