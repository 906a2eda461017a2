import { adoptClaims } from "./adopt-claims.js";
import type { HandleFields, HandleKind } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import type { CallFacts } from "./call-facts.js";
import { commandText } from "./command-ledger.js";
import { listeningOn } from "./listening-on.js";
import { type LedgerRow, LedgerTable, type Sighting } from "./ledger-table.js";
import type { Observation, ObservedCall, ObservedResult, SpokenText } from "./observation.js";

const CAPACITY = 100;
const MAX_SCANNED_CHARACTERS = 4_000;
const NOTICE_CHARACTERS = 400;
const HANDLE = String.raw`["'#]?([A-Za-z0-9][\w.:-]{0,80})`;
const STARTED: readonly (readonly [HandleKind, RegExp])[] = [
  [
    "process",
    new RegExp(
      String.raw`\b(?:pid|process[ _]?id|session[ _]?id|shell[ _]?id|bash[ _]?id|job[ _]?id|background (?:task|process|shell|command)[^\n]{0,30}?\bid|in (?:the )?background with id)["']?\s{0,3}(?:[:=]|is)?\s{0,3}${HANDLE}`,
      "i",
    ),
  ],
  ["agent", new RegExp(String.raw`\b(?:sub-?)?agent[ _]?id["']?\s{0,3}(?:[:=]|is)?\s{0,3}${HANDLE}`, "i")],
  ["tab", new RegExp(String.raw`\b(?:tab|page|target)[ _]?id["']?\s{0,3}(?:[:=]|is)?\s{0,3}${HANDLE}`, "i")],
];
const CLOSING_VERBS: ReadonlySet<string> = new Set([
  "kill",
  "close",
  "stop",
  "terminate",
  "end",
  "cancel",
  "shutdown",
  "interrupt",
]);
const SPAWNING_VERBS: ReadonlySet<string> = new Set([
  "spawn",
  "launch",
  "start",
  "delegate",
  "open",
  "create",
  "new",
  "exec",
  "run",
  "bash",
  "shell",
  "task",
  "command",
  "terminal",
]);
const TAB_TOOL = /tab|page|browser/i;
const APPROVAL_TOOL = /approv|permission|confirm|ask_?user|request_?user/i;
const NAMED_KILL = /\b(?:pkill|killall)\s(?:-\S{1,10}\s){0,3}["']?([^\s"'|;&]{3,100})/g;
const SHELL_KILL = /\bkill\s(?:-\S{1,10}\s){0,2}((?:\d{1,10}\s?){1,20})/g;

const keyOfHandle = ({ kind, handle }: Pick<HandleFields, "kind" | "handle">): string => `${kind} ${handle}`;

/** Processes, sub-agents, tabs and approvals that something still depends on; closed by a call or result. */
export class HandleLedger {
  readonly table: LedgerTable<HandleFields>;

  constructor(rows: readonly LedgerRow<HandleFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ state }) => state === "open" }, rows);
  }

  observe(observation: Observation): void {
    if (observation.kind === "call") this.#call(observation);
    else if (observation.kind === "result") this.#result(observation);
    else if (observation.kind === "assistant") this.#asks(observation);
    else if (observation.kind === "user") this.#answered();
    else if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "handles", keyOf: keyOfHandle });
  }

  #answered(): void {
    for (const row of this.table.rows()) {
      if (row.fields.kind === "approval" && row.fields.state === "open") this.#close(row.key);
    }
  }

  #asks({ sentences, item, position }: SpokenText): void {
    const question = sentences.slice(-3).find(({ text }) => CUES.has("approval question", text))?.text;
    if (question !== undefined)
      this.#open({ kind: "approval", handle: "user", text: question }, { item, position, by: "assistant" });
  }

  #call({ call, item, position }: ObservedCall): void {
    const sighting: Sighting = { item, position, by: "assistant", isCall: true };
    if (APPROVAL_TOOL.test(call.name)) {
      const text = call.fields.find(({ value }) => /\s/.test(value))?.value.slice(0, 300) ?? call.name;
      this.#open({ kind: "approval", handle: call.callId || call.name, text }, sighting);
    }
    if (this.table.size === 0) return;
    for (const { value } of call.fields) {
      for (const key of keysOf(value)) this.table.touch(key, sighting);
    }
  }

  #result({ call, text, item, position, isError }: ObservedResult): void {
    if (call === undefined) return;
    this.#close(`approval ${call.callId || call.name}`);
    const scanned =
      text.length <= MAX_SCANNED_CHARACTERS * 2
        ? text
        : `${text.slice(0, MAX_SCANNED_CHARACTERS)}\n${text.slice(-MAX_SCANNED_CHARACTERS)}`;
    this.#closeNamed(call, scanned);
    if (isError || !call.verbs.some((verb) => SPAWNING_VERBS.has(verb) || TAB_TOOL.test(verb))) return;
    const started = [...startedHandles(scanned), ...backgroundJobs(call.command, scanned)];
    if (started.length === 0 || (CUES.has("ended", scanned) && !/still running|background/i.test(scanned)))
      return;
    const address = listeningOn(scanned);
    const name = call.command === "" ? describe(call) : commandText(call.command);
    const what = address === undefined ? name : `${name}, listening on ${address}`;
    for (const { kind, handle } of started)
      this.#open({ kind, handle, text: what }, { item, position, by: "tool" });
  }

  /** Closes the processes whose command holds a name. */
  #closeAll(name: string): void {
    for (const { key, fields } of this.table.rows())
      if (fields.kind === "process" && fields.text.includes(name)) this.#close(key);
  }

  /** A call that names an open handle closes it by its verb, by killing it in the shell, or by its result. */
  #closeNamed(call: CallFacts, text: string): void {
    const closes = call.verbs.some((verb) => CLOSING_VERBS.has(verb));
    if (this.table.size === 0) return;
    const killed = call.command.includes("kill")
      ? [...call.command.matchAll(SHELL_KILL)].flatMap((match) => (match[1] ?? "").trim().split(/\s/))
      : [];
    for (const pid of killed) this.#close(`process ${pid}`);
    for (const [, name = ""] of call.command.matchAll(NAMED_KILL)) this.#closeAll(name);
    const named = call.fields
      .flatMap(({ value }) => keysOf(value))
      .filter((key) => this.table.get(key)?.fields.state === "open");
    if (named.length > 0 && (closes || CUES.has("ended", text))) for (const key of named) this.#close(key);
  }

  #open(fields: Omit<HandleFields, "state">, sighting: Sighting): void {
    this.table.put(keyOfHandle(fields), { ...fields, state: "open" }, sighting);
  }

  #close(key: string): void {
    const row = this.table.get(key);
    if (row !== undefined && row.fields.state === "open")
      this.table.update(key, { ...row.fields, state: "closed" });
  }
}

/** The handles that a result reports as started, at its beginning or end; the middle is output. */
function startedHandles(text: string): { readonly kind: HandleKind; readonly handle: string }[] {
  const notice =
    text.length <= NOTICE_CHARACTERS * 2
      ? text
      : `${text.slice(0, NOTICE_CHARACTERS)}\n${text.slice(-NOTICE_CHARACTERS)}`;
  // Whatever is started, it is an id by which it is known.
  if (!/id/i.test(notice)) return [];
  return STARTED.flatMap(([kind, pattern]) => {
    const handle = pattern.exec(notice)?.[1]?.replace(/[.:]$/, "");
    if (handle === undefined || !/\d|[_-]/.test(handle)) return [];
    return kind === "process" && !CUES.has("started", notice) ? [] : [{ kind, handle }];
  });
}

/** The processes that a shell says it started behind an `&`: by its own notice, or by `echo $!`. */
function backgroundJobs(
  command: string,
  text: string,
): { readonly kind: HandleKind; readonly handle: string }[] {
  if (!/&(?![&>])/.test(command)) return [];
  const notice = /^\[\d{1,3}\] (\d{2,10})$/m.exec(text)?.[1];
  const echoed = command.includes("$!") ? /^(\d{2,10})$/m.exec(text)?.[1] : undefined;
  const handle = notice ?? echoed;
  return handle === undefined ? [] : [{ kind: "process", handle }];
}

const keysOf = (value: string): string[] =>
  value.length > 100 ? [] : [`process ${value}`, `agent ${value}`, `tab ${value}`];

function describe(call: CallFacts): string {
  const text = call.fields.find(({ value }) => /\s/.test(value))?.value ?? call.fields[0]?.value ?? "";
  return `${call.name} ${text.slice(0, 200)}`.trim();
}
