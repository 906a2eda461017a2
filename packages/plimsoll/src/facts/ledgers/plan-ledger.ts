import { adoptClaims } from "./adopt-claims.js";
import { isRecord } from "../../text/is-record.js";
import type { StepFields, StepState } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation, ObservedCall, ObservedResult } from "./observation.js";
import type { CallFacts, CallField } from "./call-facts.js";
import { isRefusedResult } from "./is-refused-result.js";
import { textEdits } from "./text-edits.js";
import { mayBePath } from "../../text/may-be-path.js";

const CAPACITY = 200;
const MAX_STEPS = 200;
const MAX_EVIDENCE = 3;
const MAX_UNREAD = 20;
const MAX_TEXT_CHARACTERS = 500;
const MAX_SEARCHED_VALUES = 200;
/** Keys of a step's text, the most telling first. */
const TEXT_KEYS = [
  "step",
  "content",
  "title",
  "subject",
  "task",
  "todo",
  "text",
  "name",
  "goal",
  "description",
];
/** Keys that name a step by themselves; the others need a list, or a tool named after one. */
const STEP_KEYS = ["step", "content", "task", "todo"];
const PLAN_NAME = /plan|todo|task|step|checklist/i;
const STATE_KEY = /^(?:status|state|done|completed|checked|finished)$/i;
const CHECKLIST = /^\s{0,20}(?:[-*+]|\d{1,3}[.)])\s{1,4}\[([ xX~-])\]\s{1,4}(.{1,500})$/gm;

/** In an argument of its own the list has no other marks. */
const BARE_CHECKLIST = /^\s{0,20}(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?\[([ xX~-])\]\s{1,4}(.{1,500})$/gm;
const LIST_KEY = /^(?:todos?|todo_?list|tasks?|task_?list|task_?progress|checklist|steps|plan)$/i;
/** A list with signs for what is done and what is not. One with nothing left to do is a report. */
const SIGNED =
  /^\s{0,20}(?:(?:[-*+]|\d{1,3}[.)])\s{1,4})?(?:(✅|✔️?|☑️?)|(🔄|⏳|▶️?|🚧|🟡)|(⬜️?|☐|🔲|⏸️?|🔜))\s{1,4}(.{1,500})$/gmu;

const REMOVING_VERBS: ReadonlySet<string> = new Set([
  "delete",
  "remove",
  "cancel",
  "complete",
  "finish",
  "close",
]);
const ADDING_VERBS: ReadonlySet<string> = new Set(["create", "add", "new", "insert", "append"]);
const ID_KEY = /^(?:(?:task|todo|step|item|plan)[_-]?)?(?:id|number|index)$/i;
const GIVEN_ID = /#(\d{1,9})\b|\b(?:id|number)\b["']?\s{0,2}[:=]?\s{0,2}["']?([\w-]{1,60})/i;
const MAX_ANSWER_CHARACTERS = 2_000;
/** Before the id in the key of a step that calls address by an id. */
const TASK = "task\n";

interface Step {
  readonly text: string;
  readonly state: StepState;
}

/**
 * The steps of the plan with their state. A list of steps in a call replaces the previous one: omitted steps are
 * superseded. Steps that are added one by one are known by the id of the answer. A checklist in a text, or in a file
 * named after a plan, adds to it. A step that becomes done gets the newest successful results as evidence.
 */
export class PlanLedger {
  readonly table: LedgerTable<StepFields>;
  #evidence: string[];
  /** The newest results, until somebody needs to know which of them succeeded. */
  readonly #unread: ObservedResult[] = [];

  constructor(rows: readonly LedgerRow<StepFields>[] = [], evidence: readonly string[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ state }) => state !== "done" }, rows);
    this.#evidence = [...evidence];
  }

  /** The newest successful results since the plan was last touched. */
  get evidence(): readonly string[] {
    this.#settle();
    return this.#evidence;
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "plan", keyOf: ({ text }) => text });
    else if (observation.kind === "result") this.#result(observation);
    else if (observation.kind === "call") {
      const steps = [
        ...stepsIn(observation.parsed, observation.call.name),
        ...listedSteps(observation.call.fields),
      ];
      if (isMerging(observation.parsed)) for (const step of steps) this.#put(step, observation);
      else if (steps.length > 0) this.#replace(steps, observation);
      else this.#write(observation);
    } else {
      const steps = observation.text.includes("[")
        ? checklist(observation.text)
        : signedList(observation.text);
      for (const step of steps) this.#put(step, observation);
      if (steps.length > 0) this.#forget();
    }
  }

  /** A file that holds a plan, or a part of it. */
  #write(observation: ObservedCall): void {
    const { fields } = observation.call;
    if (!fields.some(({ value }) => value.includes("[")) || !fields.some(isPlanFile)) return;
    const replaced = new Set(textEdits(fields).map(({ before }) => before));
    for (const { value } of fields)
      if (!replaced.has(value)) for (const step of checklist(value)) this.#put(step, observation);
  }

  #result(result: ObservedResult): void {
    if (result.call === undefined) return;
    if (PLAN_NAME.test(result.call.name) && !isRefusedResult(result)) this.#change(result, result.call);
    this.#unread.push(result);
    if (this.#unread.length > MAX_UNREAD) this.#settle();
  }

  /** A call that adds one step, or changes the one with an id. */
  #change(result: ObservedResult, call: CallFacts): void {
    const id = call.fields.find(({ key }) => ID_KEY.test(key))?.value;
    const known = id === undefined ? undefined : this.table.get(TASK + id)?.fields;
    if (known === undefined) {
      if (call.verbs.some((verb) => ADDING_VERBS.has(verb))) this.#addOne(result, call);
      return;
    }
    const text = textOf(call.fields) || known.text;
    const state = call.verbs.some((verb) => REMOVING_VERBS.has(verb)) ? "done" : stateIn(call.fields);
    if (text !== known.text || (state ?? known.state) !== known.state)
      this.#put({ text, state: state ?? known.state }, result, TASK + id);
  }

  #addOne(result: ObservedResult, { fields }: CallFacts): void {
    const text = textOf(fields);
    if (text === "") return;
    const [, number, name] = GIVEN_ID.exec(result.text.slice(0, MAX_ANSWER_CHARACTERS)) ?? [];
    const id = number ?? name;
    this.#put({ text, state: stateIn(fields) ?? "pending" }, result, id === undefined ? text : TASK + id);
  }

  /** Reads the newest results back to the third that succeeded. */
  #settle(): void {
    if (this.#unread.length === 0) return;
    const found = new Set<string>();
    for (const result of this.#unread.splice(0).reverse()) {
      if (found.size < MAX_EVIDENCE && result.ending.outcome === "ok") found.add(result.item);
    }
    for (const item of [...this.#evidence].reverse()) if (found.size < MAX_EVIDENCE) found.add(item);
    this.#evidence = [...found].reverse();
  }

  #forget(): void {
    this.#evidence = [];
    this.#unread.length = 0;
  }

  #replace(steps: readonly Step[], observation: Observation): void {
    const kept = new Set(steps.map(({ text }) => text));
    for (const row of this.table.rows()) {
      if (!kept.has(row.key) && row.status === "current" && !row.key.startsWith(TASK))
        this.table.supersede(row.key);
    }
    for (const step of steps) this.#put(step, observation);
    this.#forget();
  }

  #put({ text, state }: Step, { kind, item, position }: Observation, key: string = text): void {
    const known = this.table.get(key)?.fields;
    const evidence = state !== "done" ? [] : known?.state === "done" ? known.evidence : this.evidence;
    this.table.put(
      key,
      { text, state, evidence },
      { item, position, by: kind === "user" ? "user" : "assistant" },
    );
  }
}

function stateOf(value: unknown): StepState {
  const word = String(value).trim().toLowerCase();
  if (CUES.hasWord("finished state", word)) return "done";
  return CUES.hasWord("active state", word) ? "active" : "pending";
}

function stateIn(fields: readonly CallField[]): StepState | undefined {
  const state = fields.find(({ key }) => STATE_KEY.test(key))?.value;
  return state === undefined ? undefined : stateOf(state);
}

/** The first list of `{ text, state }` objects in the arguments of a call. */
function stepsIn(parsed: unknown, toolName: string): Step[] {
  const queue: (readonly [string, unknown])[] = [[toolName, parsed]];
  for (let index = 0; index < queue.length && index < MAX_SEARCHED_VALUES; index++) {
    const [key, value] = queue[index] ?? ["", undefined];
    if (Array.isArray(value)) {
      const entries = value.slice(0, MAX_STEPS);
      const isPlan = PLAN_NAME.test(key) || PLAN_NAME.test(toolName);
      const steps = entries.flatMap((entry) => asStep(entry, isPlan ? TEXT_KEYS : STEP_KEYS));
      if (steps.length > 0 && steps.length === entries.length) return steps;
    } else if (isRecord(value)) queue.push(...Object.entries(value).slice(0, MAX_SEARCHED_VALUES));
  }
  return [];
}

function asStep(value: unknown, textKeys: readonly string[]): Step[] {
  if (!isRecord(value)) return [];
  const keys = Object.keys(value).slice(0, 40);
  const state = keys.find((key) => STATE_KEY.test(key));
  const texts = textKeys.flatMap((name) =>
    keys.flatMap((key) => (key.toLowerCase() === name ? [value[key]] : [])),
  );
  const text = texts.find((found) => typeof found === "string");
  if (state === undefined || typeof text !== "string" || text.trim() === "") return [];
  return [{ text: text.trim().slice(0, MAX_TEXT_CHARACTERS), state: stateOf(value[state]) }];
}

function textOf(fields: readonly CallField[]): string {
  for (const name of TEXT_KEYS) {
    const value = fields.find(({ key }) => key.toLowerCase() === name)?.value.trim() ?? "";
    if (value !== "") return value.slice(0, MAX_TEXT_CHARACTERS);
  }
  return "";
}

const isPlanFile = ({ key, value }: CallField): boolean =>
  /path|file/i.test(key) && PLAN_NAME.test(value.split(/[\\/]/).at(-1) ?? "") && mayBePath(value);

/** The call changes some of the steps and leaves the others. */
const isMerging = (parsed: unknown): boolean => isRecord(parsed) && parsed["merge"] === true;

/** A whole list of steps in an argument for it: `{"todos": "[x] read\n[ ] write"}`. */
const listedSteps = (fields: readonly CallField[]): Step[] => {
  const list = fields.find(({ key, value }) => LIST_KEY.test(key) && value.includes("["));
  return list === undefined ? [] : checklist(list.value, BARE_CHECKLIST);
};

function signedList(text: string): Step[] {
  const steps = [...text.slice(0, 100_000).matchAll(SIGNED)].slice(0, MAX_STEPS).map(
    ([, done, active, , step = ""]): Step => ({
      text: step.trim(),
      state: done !== undefined ? "done" : active !== undefined ? "active" : "pending",
    }),
  );
  return steps.length > 1 && steps.some(({ state }) => state !== "done") ? steps : [];
}

function checklist(text: string, form: RegExp = CHECKLIST): Step[] {
  const steps: Step[] = [];
  for (const [, mark = "", step = ""] of text.slice(0, 100_000).matchAll(form)) {
    if (steps.length >= MAX_STEPS) break;
    steps.push({
      text: step.trim(),
      state: /x/i.test(mark) ? "done" : mark === "~" || mark === "-" ? "active" : "pending",
    });
  }
  return steps;
}
