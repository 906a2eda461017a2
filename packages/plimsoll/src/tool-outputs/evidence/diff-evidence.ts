import { cutText } from "./cut-text.js";
import type { EvidenceSource } from "./evidence-source.js";
import { PieceCollector } from "./piece-collector.js";
import type { EvidenceView, Piece } from "./piece.js";

const LINE_CHARACTERS = 160;
const MAX_FILES = 5_000;

interface FileChange {
  readonly order: number;
  path: string;
  added: number;
  removed: number;
  hunks: number;
  note: string;
}

/** The files with what was added and removed, the headers of their hunks, then the changed lines. */
export function diffEvidence(source: EvidenceSource): EvidenceView {
  return new DiffReader(source).read();
}

class DiffReader {
  readonly #source: EvidenceSource;
  readonly #collector = new PieceCollector();
  readonly #files: FileChange[] = [];
  #file: FileChange | undefined;
  #changesInHunk = 0;
  #inHunk = false;
  #added = 0;
  #removed = 0;

  constructor(source: EvidenceSource) {
    this.#source = source;
  }

  read(): EvidenceView {
    const { text, bodyStart } = this.#source;
    let order = 0;
    for (let start = bodyStart; start < text.length; order += 1) {
      const newline = text.indexOf("\n", start);
      const end = newline === -1 ? text.length : newline;
      this.#line(order, text.slice(start, Math.min(end, start + 400)).trimEnd());
      start = end + 1;
    }
    const pieces = [...this.#files.map((file) => filePiece(file)), ...this.#collector.pieces()];
    const facts = [`${this.#files.length} files, +${this.#added} -${this.#removed}`];
    return { pieces, facts, marksGaps: true };
  }

  #line(order: number, line: string): void {
    if (line.startsWith("diff --git ") || line.startsWith("Index: "))
      return this.#open(order, pathOfHeader(line));
    if (line.startsWith("--- ") && (!this.#inHunk || /^--- (?:a\/|"?\/|\S+\t)/.test(line))) {
      this.#inHunk = false;
      if (this.#file === undefined || this.#file.hunks > 0) this.#open(order, cleanPath(line.slice(4)));
      return;
    }
    if (line.startsWith("+++ ") && !this.#inHunk) {
      const path = cleanPath(line.slice(4));
      if (this.#file !== undefined && path !== "/dev/null") this.#file.path = path;
      return;
    }
    if (line.startsWith("@@")) return this.#hunk(order, line);
    if (this.#inHunk) return this.#hunkLine(order, line);
    const note = /^(?:new file|deleted file|rename from|rename to|Binary files|similarity index)/.exec(line);
    if (note !== null && this.#file !== undefined) this.#file.note = line.slice(0, 80);
    else if (this.#file === undefined && line !== "") this.#collector.add(linePiece(order, line, 40));
  }

  #open(order: number, path: string): void {
    this.#inHunk = false;
    this.#file = { order, path, added: 0, removed: 0, hunks: 0, note: "" };
    if (this.#files.length < MAX_FILES) this.#files.push(this.#file);
  }

  #hunk(order: number, line: string): void {
    this.#inHunk = true;
    this.#changesInHunk = 0;
    if (this.#file === undefined) this.#open(order, "");
    this.#inHunk = true;
    const hunks = (this.#file?.hunks ?? 0) + 1;
    if (this.#file !== undefined) this.#file.hunks = hunks;
    this.#collector.add(linePiece(order, line, 76 - Math.min(10, hunks * 0.2)));
  }

  #hunkLine(order: number, line: string): void {
    const sign = line.charAt(0);
    if (sign !== "+" && sign !== "-") {
      if (sign === " " && this.#collector.accepts(6)) this.#collector.add(linePiece(order, line, 6));
      return;
    }
    if (sign === "+") this.#added += 1;
    else this.#removed += 1;
    if (this.#file !== undefined) {
      if (sign === "+") this.#file.added += 1;
      else this.#file.removed += 1;
    }
    if (line.trim().length <= 1) return;
    this.#changesInHunk += 1;
    const value = 60 - Math.min(30, this.#changesInHunk) - (sign === "-" ? 4 : 0);
    if (this.#collector.accepts(value)) this.#collector.add(linePiece(order, line, value));
  }
}

const linePiece = (order: number, line: string, value: number): Piece => ({
  order,
  text: cutText(line, LINE_CHARACTERS),
  value,
  lines: 1,
});

function filePiece(file: FileChange): Piece {
  const stats = `${file.path || "(unnamed)"} +${file.added} -${file.removed}`;
  const text = file.note === "" ? stats : `${stats} (${file.note})`;
  return { order: file.order, text: cutText(text, 240), brief: cutText(stats, 200), value: 95, lines: 1 };
}

function pathOfHeader(line: string): string {
  const path = / b\/(.+)$/.exec(line)?.[1];
  return path ?? cleanPath(line.replace(/^(?:diff --git|Index:) /, ""));
}

function cleanPath(text: string): string {
  const path = text.split("\t")[0] ?? "";
  return path.replace(/^[ab]\//, "").trim();
}
