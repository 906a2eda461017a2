import { CLAIM_MARK } from "./render-entry.js";
import type { FactFields, FileAction, FileFields, HandleKind, StepState } from "./checkpoint.js";
import { ENTRY, LISTED, readQuotedLine } from "./quoted-line.js";
import type { StateClaims } from "./state-claims.js";
import { ALL_STATE_HEADINGS, EXTRACTS, NOTES, type StatePart } from "./state-headings.js";
import { STATE_LABELS } from "./state-labels.js";

const MOST_ENTRIES = 600;
const MOST_CHARACTERS = 4_000;

/** One entry of a printed state. */
interface ReadEntry {
  readonly part: StatePart;
  readonly text: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/**
 * What the state at the top of a summary says. Anybody may have written it there: unless the summary is verified, it is
 * a claim. Rules are read by `readSummaryRules`.
 */
export function readState(body: string): StateClaims {
  const claims: Mutable<StateClaims> = {
    requests: [],
    plan: [],
    statements: [],
    files: [],
    errors: [],
    risks: [],
    decisions: [],
    handles: [],
    facts: [],
  };
  for (const entry of readEntries(body)) READERS[entry.part](entry.text, claims);
  return claims;
}

/** The entries below the headings of a state, with their further lines. */
function readEntries(body: string): ReadEntry[] {
  const found: { part: StatePart; text: string }[] = [];
  let part: StatePart | undefined;
  for (const line of body.split("\n")) {
    if (line === EXTRACTS || line === NOTES || found.length >= MOST_ENTRIES) break;
    const opened = ALL_STATE_HEADINGS.get(line);
    if (opened !== undefined) {
      part = opened;
      continue;
    }
    if (part === undefined) continue;
    const words = line.slice(readQuotedLine(line)?.start ?? 0);
    const last = found.at(-1);
    if (words.startsWith(ENTRY)) found.push({ part, text: words.slice(ENTRY.length) });
    else if (line.startsWith(LISTED) && last !== undefined) last.text += `\n${line.slice(LISTED.length)}`;
    else part = undefined;
  }
  return found
    .filter(({ text }) => text.length <= MOST_CHARACTERS)
    .map((entry) => ({ ...entry, text: withoutMark(entry.text) }));
}

const withoutMark = (text: string): string =>
  text.endsWith(CLAIM_MARK) ? text.slice(0, -CLAIM_MARK.length).trimEnd() : text;

/** What follows a label; undefined if the text does not begin with it. */
const behind = (text: string, label: string): string | undefined =>
  text.startsWith(label) ? text.slice(label.length) : undefined;

type Reader = (text: string, claims: Mutable<StateClaims>) => void;

const READERS: Readonly<Record<StatePart, Reader>> = {
  request: (text, { requests }) => {
    requests.push({
      text:
        behind(text, STATE_LABELS.task) ??
        behind(text, STATE_LABELS.first) ??
        behind(text, STATE_LABELS.after) ??
        text,
    });
  },
  rules: () => {},
  work: (text, { plan, statements }) => {
    const step = STEP.exec(text);
    const said = behind(text, STATE_LABELS.saidLast) ?? behind(text, STATE_LABELS.saidBefore);
    if (step) plan.push({ text: step[2] ?? "", state: STATES[step[1] ?? " "] ?? "pending", evidence: [] });
    else if (said !== undefined) statements.push(readStatement(said));
  },
  files: (text, { files }) => {
    for (const file of readFiles(text)) files.push(file);
  },
  open: (text, { errors, risks, facts, handles }) => {
    const asked = behind(text, STATE_LABELS.asked);
    const failure = behind(text, STATE_LABELS.fails);
    const blocker = behind(text, STATE_LABELS.blocked);
    const risk = behind(text, STATE_LABELS.risk);
    if (asked !== undefined) handles.push({ kind: "approval", handle: "user", text: asked, state: "open" });
    else if (failure !== undefined) errors.push(readError(failure));
    else if (blocker !== undefined) risks.push({ text: blocker, kind: "blocker" });
    else if (risk !== undefined) risks.push({ text: risk, kind: "risk" });
    else facts.push(...readFact(text, "open"));
  },
  decisions: (text, { decisions }) => {
    const [, words = text, reason = ""] = REASON.exec(text) ?? [];
    decisions.push({ text: words, reason });
  },
  handles: (text, { handles }) => {
    const [, word = "", handle = "", what = ""] = HANDLE.exec(text) ?? [];
    const kind = HANDLE_KINDS.find((one) => one === word);
    if (kind !== undefined) handles.push({ kind, handle, text: what, state: "open" });
  },
  facts: (text, { facts }) => {
    if (!text.startsWith(STATE_LABELS.fixed)) facts.push(...readFact(text, "stands"));
  },
};

const STEP = /^\[([x~ ])\] ([\s\S]{1,2000})$/;
const STATES: Readonly<Record<string, StepState>> = { x: "done", "~": "active", " ": "pending" };
const REASON = /^([\s\S]{1,2000}) \(because ([^()]{1,400})\)$/;
const SUBJECT = /^([\s\S]{1,2000}?) \(([^()]{1,240})\)$/;
const HANDLE_KINDS: readonly HandleKind[] = ["process", "agent", "approval", "tab"];
const HANDLE = /^([a-z]{1,20}) (\S{1,200})(?: \(([\s\S]{0,400})\))?$/;
const FACT = /^([^:\n]{1,200}): ([\s\S]{1,400}?)(?: \(before: ([^\n]{1,400})\))?$/;
const FILE = /^(.{1,400}?) (edited|created|deleted|moved)(?: (\d{1,6})x)?(?: to (.{1,400}))?$/;
const ACTIONS: Readonly<Record<string, FileAction>> = {
  edited: "changed",
  created: "created",
  deleted: "deleted",
  moved: "moved",
};
const MOST_BEFORE = 3;

const ANSWERED = / \(the user since: "([^"\n]{1,200})"\)$/;

function readStatement(said: string): StateClaims["statements"][number] {
  const [note = "", answer = ""] = ANSWERED.exec(said) ?? [];
  return { text: said.slice(0, said.length - note.length), answer };
}

function readError(text: string): StateClaims["errors"][number] {
  const [, words = text, subject = ""] = SUBJECT.exec(text) ?? [];
  return { text: words, subject, state: "open", resolvedBy: "", resolution: "" };
}

function readFact(text: string, state: FactFields["state"]): FactFields[] {
  const [, subject, value, before = ""] = FACT.exec(text) ?? [];
  if (subject === undefined || value === undefined) return [];
  return [{ subject, value, before: before.split(", ").filter(Boolean).slice(0, MOST_BEFORE), state }];
}

function readFiles(text: string): FileFields[] {
  const parts = text.split(", ").map(withoutMark);
  const root =
    parts.map((part) => behind(part, STATE_LABELS.filesIn)).find((found) => found !== undefined) ?? "";
  return parts.flatMap((part) => {
    const [, name, word = "", times, movedTo = ""] = FILE.exec(part) ?? [];
    if (name === undefined) return [];
    const action = ACTIONS[word] ?? "changed";
    const path = name.startsWith("/") ? name : root + name;
    return [{ path, action, actions: [action], movedTo, changes: Number(times ?? 1) }];
  });
}
