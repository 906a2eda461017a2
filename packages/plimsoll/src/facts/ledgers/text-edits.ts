import { isRecord } from "../../text/is-record.js";

/** What an edit takes out of a file and puts in. */
export interface TextEdit {
  /** Empty if the call does not say. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const MAX_VALUES = 400;
const MAX_DEPTH = 5;
const WHAT = "(?:_?(?:str|string|text|content|contents|source|code|line|lines|value|snippet))?";
const OLD = new RegExp(`^(?:old|before|search|find|original|target)${WHAT}$`, "i");
const NEW = new RegExp(`^(?:new|after|replace|replacement|replace_?with|updated|with)${WHAT}$`, "i");
/** Replaces even if nothing is given instead; a key such as `search` alone is that of a search. */
const SURELY_OLD = /^old(?:_|[A-Z]|$)/;
const PATH_KEY =
  /^(?:(?:target|absolute|relative|notebook)_?)?(?:file|path|file_?(?:name|path)|path_?name)$/i;
const PATCH_FILE = /^(?:\*\*\* (?:Add|Update|Delete) File: |\+\+\+ (?:b\/)?)([^\t\n]{1,400})/;
const SEARCH_BLOCK = /^<{5,9} ?(?:SEARCH|ORIGINAL|HEAD)?$/;
const SEARCH_DIVIDER = /^={5,9}$/;
const SEARCH_END = /^>{5,9}/;

/** The edits in the arguments of a call: pairs of old and new text, patches, diffs, search and replace blocks. */
export function textEdits(parsed: unknown): TextEdit[] {
  const edits: TextEdit[] = [];
  const waiting: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [
    { value: parsed, path: "", depth: 0 },
  ];
  for (let index = 0; index < waiting.length && index < MAX_VALUES; index++) {
    const { value, path, depth } = waiting[index] ?? { value: "", path: "", depth: 0 };
    if (typeof value === "string") edits.push(...patchEdits(value, path));
    if (typeof value !== "object" || value === null || depth >= MAX_DEPTH) continue;
    const own = isRecord(value) ? pathIn(value) || path : path;
    const pair = isRecord(value) ? pairIn(value) : undefined;
    if (pair !== undefined) edits.push({ path: own, ...pair });
    else
      for (const inner of Object.values(value).slice(0, MAX_VALUES))
        waiting.push({ value: inner, path: own, depth: depth + 1 });
  }
  return edits;
}

function pathIn(record: Readonly<Record<string, unknown>>): string {
  const key = Object.keys(record).find((name) => PATH_KEY.test(name) && typeof record[name] === "string");
  return key === undefined ? "" : String(record[key]);
}

function pairIn(
  record: Readonly<Record<string, unknown>>,
): { readonly before: string; readonly after: string } | undefined {
  const keys = Object.keys(record).filter((name) => typeof record[name] === "string");
  const old = keys.find((name) => OLD.test(name));
  if (old === undefined) return undefined;
  const added = keys.find((name) => NEW.test(name));
  if (added === undefined && !SURELY_OLD.test(old)) return undefined;
  return { before: String(record[old]), after: added === undefined ? "" : String(record[added]) };
}

const mayBePatch = (text: string): boolean =>
  text.includes("\n@@") || text.includes("*** ") || text.includes("<<<<<") || text.includes("\n+++ ");

/** The lines that a patch takes out of each file and puts in. */
function patchEdits(text: string, path: string): TextEdit[] {
  if (!mayBePatch(text)) return [];
  const reader = new PatchReader(path);
  for (const line of text.split("\n")) reader.read(line);
  return reader.edits();
}

type Side = "before" | "after" | "none";

class PatchReader {
  readonly #edits: { path: string; before: string[]; after: string[] }[] = [];
  #path: string;
  /** In a search and replace block, where the lines belong. */
  #block: Side = "none";
  #inHunk = false;

  constructor(path: string) {
    this.#path = path;
  }

  read(line: string): void {
    if (this.#readMark(line)) return;
    if (this.#block !== "none") this.#add(this.#block, line);
    else if (this.#inHunk && line.startsWith("-")) this.#add("before", line.slice(1));
    else if (this.#inHunk && line.startsWith("+")) this.#add("after", line.slice(1));
  }

  #readMark(line: string): boolean {
    const file = PATCH_FILE.exec(line)?.[1];
    if (file !== undefined) this.#path = file.trim();
    if (file !== undefined || line.startsWith("--- ")) {
      this.#inHunk = line.startsWith("*** ");
      return true;
    }
    if (line.startsWith("@@")) this.#inHunk = true;
    else if (line.startsWith("*** End")) this.#inHunk = false;
    else if (SEARCH_BLOCK.test(line)) this.#block = "before";
    else if (this.#block === "before" && SEARCH_DIVIDER.test(line)) this.#block = "after";
    else if (this.#block !== "none" && SEARCH_END.test(line)) this.#block = "none";
    else return false;
    return true;
  }

  #add(side: "before" | "after", line: string): void {
    let edit = this.#edits.at(-1);
    if (edit === undefined || edit.path !== this.#path)
      this.#edits.push((edit = { path: this.#path, before: [], after: [] }));
    edit[side].push(line);
  }

  edits(): TextEdit[] {
    return this.#edits.map(({ path, before, after }) => ({
      path,
      before: before.join("\n"),
      after: after.join("\n"),
    }));
  }
}
