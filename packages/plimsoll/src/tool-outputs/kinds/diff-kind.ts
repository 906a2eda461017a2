import { cutText } from "../evidence/cut-text.js";
import type { EvidenceSource } from "../evidence/evidence-source.js";
import { forEachLine } from "../evidence/for-each-line.js";
import { PieceCollector } from "../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../evidence/piece.js";
import { sampleText, type TextSample } from "../text-sample.js";
import type { EvidenceKind } from "./evidence-kind.js";

/** The files with what was added and removed, the headers of their hunks, then the changed lines. */
export const diffKind: EvidenceKind = {
  recognises: ({ sample }) => looksLikeDiff(sample),
  extract: (source) => new DiffReader(source).read(),
};

const HUNK = /^@@@? -\d+(?:,\d+)? (?:-\d+(?:,\d+)? )?\+\d+(?:,\d+)? @@/;
const HUNK_SIZES = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const FILE_MARK = /^(?:diff --(?:git|cc|combined) |--- \S|\+\+\+ \S|Index: )/;
/** What a checker of values compares, where others name a file. */
const COMPARED_SIDE = /^--- (?:expected|actual|received|wanted|want|got)\b[^./\\]*$/i;
/** What `git diff --word-diff` writes around words: its lines have no sign before them. */
const ADDED_WORDS = /\{\+.*\+\}/;
const REMOVED_WORDS = /\[-.*-\]/;
const DIFF_LINE =
  /^(?:[ +\-@\\]|diff |index [0-9a-f]|new file|deleted file|similarity|rename |old mode|new mode|Binary files)/;

/** A unified diff, alone or after the message of a commit, or a list of commits. */
function looksLikeDiff(sample: TextSample): boolean {
  if (isHistory(sample)) return true;
  if (!sample.text.includes("@@ -")) return false;
  const hunks = sample.lines.filter((line) => HUNK.test(line)).length;
  const files = sample.lines.filter((line) => FILE_MARK.test(line)).length;
  if (hunks === 0 || files === 0 || sample.lines.some((line) => COMPARED_SIDE.test(line))) return false;
  if (marksWords(sample.lines)) return true;
  const fitting = sample.lines.filter((line) => DIFF_LINE.test(line)).length;
  return fitting >= sample.lines.length * 0.7;
}

/** True for a diff that marks words: more lines do so than have a sign before them. */
function marksWords(lines: readonly string[]): boolean {
  let [marked, signed] = [0, 0];
  for (const line of lines) {
    if (ADDED_WORDS.test(line) || REMOVED_WORDS.test(line)) marked += 1;
    else if (/^[+-]/.test(line) && !FILE_MARK.test(line)) signed += 1;
  }
  return marked > signed;
}

const COMMIT = /^(?:commit|From) ([0-9a-f]{7,64})\b/;
const COMMIT_FIELD = /^(?:Author|AuthorDate|Commit|CommitDate|Date|Merge|From):/;
/** A commit as a mail names its subject, which may go on in the next line, as any of its fields. */
const MAIL_SUBJECT = /^Subject: (?:\[PATCH[^\]]{0,40}\] )?(.+)$/;
const OUTSIDE = /^[^\s+\-@\\]/;
const MAIL_END = "--";
/** What a comparison of folders says of files that have no lines in it. */
const OF_FILES = /^(?:Only in \S|Binary files .+ differ$|Files .+ differ$|Common subdirectories: )/;
const OF_FILES_VALUE = 94;
/** The beginning of a hash by which a repository of any common size knows a commit. */
const SHORT_HASH = 10;
const SCANNED_CHARACTERS = 400;
const LINE_CHARACTERS = 160;
const FILE_NOTE = /^(?:new file|deleted file|rename from|rename to|Binary files|similarity index)/;
const MAX_FILES = 5_000;
/** Of what a program says before the first file, the first and the last lines. */
const EDGE_LINES = 3;
const SAID_VALUE = 96;

/** What `git log` prints, with changes or without. */
function isHistory(sample: TextSample): boolean {
  const commits = sample.lines.filter(
    (line, index) => COMMIT.test(line) && COMMIT_FIELD.test(sample.lines[index + 1] ?? ""),
  );
  return COMMIT.test(sample.lines[0] ?? "") && commits.length >= 2;
}

interface Commit {
  readonly order: number;
  readonly hash: string;
  subject: string;
  readonly isMail: boolean;
}

interface FileChange {
  readonly order: number;
  path: string;
  added: number;
  removed: number;
  hunks: number;
  note: string;
}

class DiffReader {
  readonly #source: EvidenceSource;
  readonly #collector = new PieceCollector();
  readonly #marksWords: boolean;
  readonly #files: FileChange[] = [];
  readonly #commits: Commit[] = [];
  /** The lines before the first file: how many, and the last of them. */
  #said = 0;
  #lastSaid: Piece[] = [];
  #commitCount = 0;
  /** The commit whose subject is not read yet. */
  #openCommit: Commit | undefined;
  #file: FileChange | undefined;
  #fileCount = 0;
  #changesInHunk = 0;
  #inHunk = false;
  /** The lines of a merge have a sign for each parent. */
  #isMerge = false;
  /** Lines of either side that the hunk still has by its own header. */
  #left = { removed: 0, added: 0 };
  #added = 0;
  #removed = 0;

  constructor(source: EvidenceSource) {
    this.#source = source;
    this.#marksWords = marksWords(sampleText(source.text, source.bodyStart).lines);
  }

  read(): EvidenceView {
    const { text, bodyStart } = this.#source;
    forEachLine(text, bodyStart, (order, from, to) =>
      this.#line(order, text.slice(from, Math.min(to, from + SCANNED_CHARACTERS)).trimEnd()),
    );
    const pieces = [
      ...this.#commits.map(commitPiece),
      ...this.#files.map((file) => filePiece(file, this.#marksWords)),
      ...this.#collector.pieces().filter(({ order }) => this.#lastSaid.every((said) => said.order !== order)),
      ...this.#lastSaid,
    ];
    return { pieces, facts: this.#facts(), marksGaps: this.#commitCount < 2 };
  }

  #facts(): string[] {
    const commits = this.#commitCount > 1 ? [`${this.#commitCount} commits`] : [];
    if (this.#fileCount === 0) return commits;
    const changes = this.#marksWords ? "changed words" : `+${this.#added} -${this.#removed}`;
    return [...commits, `${this.#fileCount} files, ${changes}`];
  }

  #line(order: number, line: string): void {
    const hash = COMMIT.exec(line)?.[1];
    if (hash !== undefined) this.#commit(order, hash, line.startsWith("From"));
    else if (OF_FILES.test(line)) this.#collector.add(linePiece(order, line, OF_FILES_VALUE));
    else if (/^(?:diff --(?:git|cc|combined)|Index:) /.test(line)) this.#open(order, pathOfHeader(line));
    else if (line.startsWith("--- ") && (!this.#isInside() || /^--- (?:a\/|"?\/|\S+\t)/.test(line)))
      this.#oldPath(order, cleanPath(line.slice(4)));
    else if (line.startsWith("+++ ") && !this.#inHunk) this.#newPath(cleanPath(line.slice(4)));
    else if (line.startsWith("@@")) this.#hunk(order, line);
    else if (this.#inHunk && !this.#endsMail(line)) this.#hunkLine(order, line);
    else this.#outsideHunk(order, line);
  }

  /** True if the line still belongs to the hunk: its header says how many do. */
  #isInside(): boolean {
    return this.#inHunk && (this.#left.removed > 0 || this.#left.added > 0);
  }

  /** Below the last hunk of a mail stands "-- " and the version of its program. */
  #endsMail(line: string): boolean {
    if (line !== MAIL_END || this.#commitCount === 0 || this.#isInside()) return false;
    this.#inHunk = false;
    return true;
  }

  #oldPath(order: number, path: string): void {
    this.#inHunk = false;
    if (this.#file === undefined || this.#file.hunks > 0) this.#open(order, path);
  }

  #newPath(path: string): void {
    if (this.#file !== undefined && path !== "/dev/null") this.#file.path = path;
  }

  #commit(order: number, hash: string, isMail: boolean): void {
    this.#inHunk = false;
    this.#file = undefined;
    this.#commitCount += 1;
    this.#openCommit = { order, hash, subject: "", isMail };
    if (this.#commits.length < MAX_FILES) this.#commits.push(this.#openCommit);
  }

  /** A note about the file, or the message of a commit before its first one. */
  #outsideHunk(order: number, line: string): void {
    if (this.#openCommit?.isMail === true) this.#mail(this.#openCommit, line);
    else if (this.#openCommit !== undefined && line !== "" && !COMMIT_FIELD.test(line)) {
      this.#openCommit.subject = line.trim();
      this.#openCommit = undefined;
    } else if (this.#file === undefined) {
      if (line !== "") this.#say(order, line);
    } else if (FILE_NOTE.test(line)) this.#file.note = line.slice(0, 80);
  }

  /** The subject of a mail with all its lines. */
  #mail(commit: Commit, line: string): void {
    const subject = MAIL_SUBJECT.exec(line)?.[1];
    if (subject !== undefined) commit.subject = subject;
    else if (commit.subject !== "" && line.startsWith(" ")) commit.subject += line;
    else if (commit.subject !== "") this.#openCommit = undefined;
  }

  #say(order: number, line: string): void {
    this.#said += 1;
    if (this.#said <= EDGE_LINES) this.#collector.add(linePiece(order, line, SAID_VALUE));
    else {
      this.#collector.add(linePiece(order, line, 40));
      this.#lastSaid = [...this.#lastSaid.slice(1 - EDGE_LINES), linePiece(order, line, SAID_VALUE)];
    }
  }

  /** A line behind a hunk that is none of its lines: the last ones are what the program says in the end. */
  #sayAfter(order: number, line: string): void {
    this.#lastSaid = [...this.#lastSaid.slice(1 - 2 * EDGE_LINES), linePiece(order, line, SAID_VALUE)];
  }

  #open(order: number, path: string): void {
    this.#inHunk = false;
    this.#openCommit = undefined;
    this.#fileCount += 1;
    this.#file = { order, path, added: 0, removed: 0, hunks: 0, note: "" };
    if (this.#files.length < MAX_FILES) this.#files.push(this.#file);
  }

  #hunk(order: number, line: string): void {
    this.#changesInHunk = 0;
    if (this.#file === undefined) this.#open(order, "");
    this.#inHunk = true;
    this.#isMerge = line.startsWith("@@@");
    const sizes = HUNK_SIZES.exec(line);
    const unknown = Number.POSITIVE_INFINITY;
    this.#left =
      sizes === null
        ? { removed: unknown, added: unknown }
        : { removed: Number(sizes[1] ?? 1), added: Number(sizes[2] ?? 1) };
    const hunks = (this.#file?.hunks ?? 0) + 1;
    if (this.#file !== undefined) this.#file.hunks = hunks;
    // Numbers alone say less than the first line that changed.
    const value = line.endsWith("@@") ? 58 : 76;
    this.#collector.add(linePiece(order, line, value - Math.min(10, hunks * 0.2)));
  }

  #hunkLine(order: number, line: string): void {
    if (!this.#marksWords && !this.#isInside() && OUTSIDE.test(line)) return this.#sayAfter(order, line);
    const change = this.#marksWords ? wordChange(line) : lineChange(line, this.#isMerge);
    if (!isNoted(line)) this.#pass(change);
    if (!change.isAdded && !change.isRemoved) {
      if (/^\s/.test(line) && this.#collector.accepts(6)) this.#collector.add(linePiece(order, line, 6));
      return;
    }
    this.#count(change);
    if (line.trim().length <= 1 || CONFLICT_MARK.test(line)) return;
    this.#changesInHunk += 1;
    const value = 60 - Math.min(30, this.#changesInHunk) - (change.isAdded ? 0 : 4);
    if (this.#collector.accepts(value)) this.#collector.add(linePiece(order, line, value));
  }

  #pass({ isAdded, isRemoved }: Change): void {
    if (!isAdded || isRemoved) this.#left.removed -= 1;
    if (!isRemoved || isAdded) this.#left.added -= 1;
  }

  #count({ isAdded, isRemoved }: Change): void {
    const [added, removed] = [isAdded ? 1 : 0, isRemoved ? 1 : 0];
    this.#added += added;
    this.#removed += removed;
    if (this.#file === undefined) return;
    this.#file.added += added;
    this.#file.removed += removed;
  }
}

interface Change {
  readonly isAdded: boolean;
  readonly isRemoved: boolean;
}

const lineChange = (line: string, isMerge: boolean): Change => ({
  isAdded: line.startsWith("+") || (isMerge && line.startsWith(" +")),
  isRemoved: line.startsWith("-") || (isMerge && line.startsWith(" -")),
});

/** The marks of a conflict that a merge left. */
const CONFLICT_MARK = /^\+\+(?:<{7}|={7}|>{7})(?: |$)/;

const wordChange = (line: string): Change => ({
  isAdded: ADDED_WORDS.test(line),
  isRemoved: REMOVED_WORDS.test(line),
});

/** Says something of the line before, such as that it has no end. */
const isNoted = (line: string): boolean => line.startsWith("\\");

const commitPiece = ({ order, hash, subject }: Commit): Piece => ({
  order,
  text: cutText(`commit ${hash} ${subject}`.trimEnd(), 240),
  brief: cutText(`${hash.slice(0, SHORT_HASH)} ${subject}`.trimEnd(), 120),
  value: 98,
  lines: 1,
});

const linePiece = (order: number, line: string, value: number): Piece => ({
  order,
  text: cutText(line, LINE_CHARACTERS),
  value,
  lines: 1,
});

/** Marked words do not say how many lines there are more or fewer. */
function filePiece(file: FileChange, marksWords: boolean): Piece {
  const path = file.path || "(unnamed)";
  const stats = marksWords ? path : `${path} +${file.added} -${file.removed}`;
  const text = file.note === "" ? stats : `${stats} (${file.note})`;
  return { order: file.order, text: cutText(text, 240), brief: cutText(stats, 200), value: 95, lines: 1 };
}

function pathOfHeader(line: string): string {
  const path = / b\/(.+)$/.exec(line)?.[1];
  return path ?? cleanPath(line.replace(/^(?:diff --(?:git|cc|combined)|Index:) /, ""));
}

function cleanPath(text: string): string {
  const path = text.split("\t")[0] ?? "";
  return path.replace(/^[ab]\//, "").trim();
}
