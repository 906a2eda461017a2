import { isRecord } from "../text/is-record.js";
import { parseJson } from "../text/parse-json.js";

const MAX_CHARACTERS = 16_000_000;
const MAX_DEPTH = 30;
const HEAD_CHARACTERS = 40_000;
/** What every notebook has, in the order in which one of its programs writes it. */
const NOTEBOOK = /^\s*\{\s*"(?:cells|metadata|nbformat\w*)"\s*:/;
const CELL = /"cell_type"\s*:\s*"/;

/** A Jupyter notebook as its reader sees it: each cell with what it printed; undefined for any other text. */
export function notebookText(text: string): string | undefined {
  if (!NOTEBOOK.test(text.slice(0, 200)) || !CELL.test(text.slice(0, HEAD_CHARACTERS))) return undefined;
  const notebook = parseJson(text, { maxCharacters: MAX_CHARACTERS, maxDepth: MAX_DEPTH });
  if (!isRecord(notebook) || !Array.isArray(notebook["cells"])) return undefined;
  return notebook["cells"].map(cellText).join("\n\n");
}

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
