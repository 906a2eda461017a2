import { jsonScalars } from "../../text/json-scalars.js";
import { type ShellCommand, shellCommands } from "../../text/shell-commands.js";
import type { CallField } from "./call-facts.js";

/** What an edit takes out of a file and puts in. */
export interface TextEdit {
  /** Empty if the call does not say. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const MAX_FIELDS = 400;
const MAX_DEPTH = 6;
const WHAT = "(?:_?(?:str|string|text|content|contents|source|code|line|lines|value|snippet))?";
const OLD = new RegExp(`^(?:old|before|search|find|original|target)${WHAT}$`, "i");
const NEW = new RegExp(`^(?:new|after|replace|replacement|replace_?with|updated|with)${WHAT}$`, "i");
/** Replaces even if nothing is given instead; a key such as `search` alone is that of a search. */
const SURELY_OLD = /^old(?:_|[A-Z]|$)/;
const PATH_KEY =
  /^(?:(?:target|absolute|relative|notebook)_?)?(?:file|path|file_?(?:name|path)|path_?name)$/i;
const SUBSTITUTION = /^s([/|#,])([^\n]{1,200}?)(?<!\\)\1([^\n]{0,200}?)(?<!\\)\1/;
const PATCH_FILE = /^(?:\*\*\* (?:Add|Update|Delete) File: |\+\+\+ (?:b\/)?)([^\t\n]{1,400})/;
const SEARCH_BLOCK = /^<{5,9} ?(?:SEARCH|ORIGINAL|HEAD)?$/;
const SEARCH_DIVIDER = /^={5,9}$/;
const SEARCH_END = /^>{5,9}/;

/** The edits in the arguments of a call: pairs of old and new text, patches, diffs, search and replace blocks, `sed -i`. */
export function textEdits(fields: readonly CallField[]): TextEdit[] {
  const path = fields.find(({ key, value }) => PATH_KEY.test(key) && value !== "")?.value ?? "";
  const reader = new PairReader(path);
  for (const field of fields) reader.read(field);
  const pairs = reader.edits();
  return pairs.length > 0
    ? pairs
    : fields.flatMap(({ value }) => [...patchEdits(value, path), ...streamEdits(value)]);
}

/** The edits in arguments that were parsed, or in the raw input of a tool. */
export const argumentEdits = (parsed: unknown): TextEdit[] => textEdits(argumentFields(parsed));

/** The texts, numbers and flags of arguments that were parsed, uncut. */
export const argumentFields = (parsed: unknown): CallField[] =>
  jsonScalars(parsed, { maxScalars: MAX_FIELDS, maxDepth: MAX_DEPTH }).map(({ key, value }) => ({
    key,
    value: String(value),
  }));

/** Puts each old text together with the new one beside it, whichever comes first. */
class PairReader {
  readonly #edits: TextEdit[] = [];
  #path: string;
  #old: CallField | undefined;
  #new: CallField | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  read(field: CallField): void {
    if (PATH_KEY.test(field.key)) this.#path = field.value;
    else if (OLD.test(field.key)) {
      if (this.#old !== undefined) this.#end();
      this.#old = field;
    } else if (NEW.test(field.key)) this.#new = field;
    if (this.#old !== undefined && this.#new !== undefined) this.#end();
  }

  #end(): void {
    const [old, added] = [this.#old, this.#new];
    this.#old = this.#new = undefined;
    if (old !== undefined && (added !== undefined || SURELY_OLD.test(old.key)))
      this.#edits.push({ path: this.#path, before: old.value, after: added?.value ?? "" });
  }

  edits(): TextEdit[] {
    this.#end();
    return this.#edits;
  }
}

/** The substitutions of `sed -i`, of plain text on both sides. */
function streamEdits(command: string): TextEdit[] {
  if (!command.includes("sed ")) return [];
  return shellCommands(command).flatMap((simple: ShellCommand): TextEdit[] => {
    const [program, ...words] = simple.words.map(({ text }) => text);
    if (program !== "sed" || !words.some((word) => /^(?:-[a-zA-Z]*i|--in-place)/.test(word))) return [];
    return words.flatMap((word) => {
      const [, , before = "", after = ""] = SUBSTITUTION.exec(word) ?? [];
      return before === ""
        ? []
        : [{ path: words.at(-1) ?? "", before: literal(before), after: literal(after) }];
    });
  });
}

/** The text that a simple expression finds. */
const literal = (expression: string): string =>
  expression.replace(/^\^|\$$/g, "").replace(/\\([./|"'-])/g, "$1");

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
