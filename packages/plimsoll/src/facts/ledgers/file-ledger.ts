import { adoptClaims } from "./adopt-claims.js";
import { answeredEdits } from "./answered-edits.js";
import type { FileAction, FileFields } from "../checkpoint/checkpoint.js";
import { type LedgerRow, LedgerTable, type Sighting } from "./ledger-table.js";
import { mayBePath } from "../../text/may-be-path.js";
import { pathTokens } from "../../text/path-tokens.js";
import type { Observation, ObservedResult } from "./observation.js";
import { isRefusedResult } from "./is-refused-result.js";
import type { FileEvent } from "./shell-file-events.js";

const CAPACITY = 400;
const MAX_REPORT_CHARACTERS = 2_000;
const REPORT =
  /\b(created|added|wrote|written|saved|updated|edited|modified|overwrote|overwritten|deleted|removed)\b/gi;
const GIT_REPORT = /^\s(create|delete) mode \d{6} ([^\n]{1,400})$|^([AMD]) {1,3}([^\s][^\n]{0,400})$/gm;
const MAX_MENTION_CHARACTERS = 40_000;
const FILE_NAME = /[\w-]\.[A-Za-z]\w{0,9}$/;
/** How far from its verb a report names the file. */
const REPORT_DISTANCE = 300;
const REPORT_WORDS = 8;

/** The files of a session and the actions on them, once the result confirms them. */
export class FileLedger {
  readonly table: LedgerTable<FileFields>;

  constructor(rows: readonly LedgerRow<FileFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ action }) => action !== "read" }, rows);
  }

  observe(observation: Observation): void {
    const { item, position } = observation;
    if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "files", keyOf: ({ path }) => path });
    else if (observation.kind === "user" || observation.kind === "assistant") {
      this.#mentions(observation);
      if (observation.kind === "assistant")
        for (const path of answeredEdits(observation.text))
          this.#note({ path, action: "changed" }, { item, position, by: "assistant" });
    } else if (observation.kind === "result") {
      let events: readonly FileEvent[] | undefined;
      const reported = (): readonly FileEvent[] => (events ??= reportedEvents(observation.text));
      const own = this.#happened(observation, reported);
      if (own === "read" || observation.isError) return;
      for (const event of reported())
        if (!own.some(({ path }) => isSameFile(path, event.path)))
          this.#note(event, { item, position, by: "tool" });
    }
  }

  /** Notes what the call did to files; "read" if the output is the content of one, which reports nothing. */
  #happened(result: ObservedResult, reportedIn: () => readonly FileEvent[]): readonly FileEvent[] | "read" {
    const { call, item, position } = result;
    if (call === undefined || (call.command === "" && isRefusedResult(result))) return [];
    const isHalfDone = call.command !== "" && result.ending.outcome === "failed";
    // Of a line that failed, what stands before its last program was done.
    const files = result.files.filter(
      ({ action, isLast }) => !isHalfDone || action === "read" || isLast !== true,
    );
    const reported = new Map(
      files.some(({ action }) => writes(action))
        ? reportedIn().map((event) => [event.path, event.action])
        : [],
    );
    for (const event of files) {
      const action = correctedAction(event.action, reported.get(event.path));
      this.#note({ ...event, action }, { item, position, by: "tool", isCall: true });
    }
    return files.some(({ action }) => action === "read") ? "read" : files;
  }

  #note({ path, action, movedTo }: FileEvent, sighting: Sighting): void {
    const known = this.table.get(path)?.fields;
    const did =
      action === "created" && known !== undefined && known.action !== "deleted" ? "changed" : action;
    this.table.put(
      path,
      nextFields(known, { path, action: did, ...(movedTo === undefined ? {} : { movedTo }) }),
      sighting,
    );
    if (movedTo !== undefined && movedTo !== path) {
      this.table.put(
        movedTo,
        nextFields(this.table.get(movedTo)?.fields, { path: movedTo, action: "created" }),
        sighting,
      );
    }
  }

  #mentions({ kind, item, position, text }: Observation & { readonly text: string }): void {
    if (this.table.size === 0) return;
    const sighting: Sighting = { item, position, by: kind === "user" ? "user" : "assistant" };
    for (const token of pathTokens(text.slice(0, MAX_MENTION_CHARACTERS)))
      this.table.touch(token.replace(/[.:]$/, ""), sighting);
  }
}

/** The same file, or one named from two folders. */
const isSameFile = (one: string, other: string): boolean =>
  one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);

const writes = (name: FileAction | undefined): boolean => name === "created" || name === "changed";

/** The result of a writing tool says whether the file existed before. */
function correctedAction(action: FileAction, reported: FileAction | undefined): FileAction {
  return reported !== undefined && writes(action) && writes(reported) ? reported : action;
}

function nextFields(known: FileFields | undefined, { path, action, movedTo }: FileEvent): FileFields {
  const actions = known?.actions ?? [];
  const changes = known?.changes ?? 0;
  return {
    path,
    // That a file was changed outlives that it was read again.
    action: action === "read" && known !== undefined ? known.action : action,
    actions: actions.includes(action) ? actions : [...actions, action],
    movedTo: movedTo ?? (action === "read" ? (known?.movedTo ?? "") : ""),
    changes: action === "read" ? changes : changes + 1,
  };
}

const REPORTED_ACTIONS: readonly (readonly [RegExp, FileAction])[] = [
  [/^(?:created?|added|A)$/i, "created"],
  [/^(?:deleted?|removed|D)$/i, "deleted"],
];

function reportedAction(word: string): FileAction {
  return REPORTED_ACTIONS.find(([pattern]) => pattern.test(word))?.[1] ?? "changed";
}

/**
 * Files that a result reports as created, changed or deleted: the verb, and the file next to it on its line.
 */
function reportedEvents(text: string): FileEvent[] {
  const head = text.slice(0, MAX_REPORT_CHARACTERS);
  const events: FileEvent[] = [];
  const add = (word: string, path: string | undefined): void => {
    if (path !== undefined && mayBePath(path)) events.push({ path, action: reportedAction(word) });
  };
  for (const match of head.matchAll(REPORT)) {
    const [verb] = match;
    const before = wordsOf(head.slice(Math.max(0, match.index - REPORT_DISTANCE), match.index), "before");
    const passive = /^(?:is|was|been|successfully)$/.test(before.at(-1) ?? "");
    const end = match.index + verb.length;
    const near = passive ? before.reverse() : wordsOf(head.slice(end, end + REPORT_DISTANCE), "after");
    add(
      verb,
      near.slice(0, REPORT_WORDS).find((word) => FILE_NAME.test(word)),
    );
  }
  if (!mayBeOfGit(head)) return events;
  for (const match of head.matchAll(GIT_REPORT)) add(match[1] ?? match[3] ?? "", match[2] ?? match[4]);
  return events;
}

/** Blanks and line ends are everywhere, so the rarer characters are searched first. */
const mayBeOfGit = (text: string): boolean =>
  (text.includes("mode ") && text.includes(" mode ")) || /^[AMD] /.test(text) || /\n[AMD] /.test(text);

function wordsOf(text: string, side: "before" | "after"): string[] {
  const line = side === "before" ? text.slice(text.lastIndexOf("\n") + 1) : (text.split("\n", 1)[0] ?? "");
  return line
    .split(/\s+/)
    .map((word) => word.replace(/^["'`(:]+|["'`),:;.]+$/g, ""))
    .filter((word) => word !== "");
}
