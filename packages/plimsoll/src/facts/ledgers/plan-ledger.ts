import { isRecord } from "../../text/is-record.js";
import type { StepFields, StepState } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation, ObservedResult } from "./observation.js";

const CAPACITY = 200;
const MAX_STEPS = 200;
const MAX_EVIDENCE = 3;
const MAX_UNREAD = 20;
const MAX_TEXT_CHARACTERS = 500;
const MAX_SEARCHED_VALUES = 200;
const TEXT_KEY = /^(?:step|content|title|task|description|text|name|subject|todo|goal)$/i;
/**
 * Keys that name a step by themselves; the others of {@link TEXT_KEY} need a list, or a tool named after one.
 */
const STEP_KEY = /^(?:step|todo|task|content)$/i;
const PLAN_NAME = /plan|todo|task|step|checklist/i;
const STATE_KEY = /^(?:status|state|done|completed|checked|finished)$/i;
const CHECKLIST = /^\s{0,20}(?:[-*+]|\d{1,3}[.)])\s{1,4}\[([ xX~-])\]\s{1,4}(.{1,500})$/gm;

interface Step {
  readonly text: string;
  readonly state: StepState;
}

/**
 * The steps of the plan with their state. A list of steps in a call replaces the previous one: omitted steps are
 * superseded. A checklist in a text adds to it. A step that becomes done gets the newest successful results as
 * evidence.
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
    if (observation.kind === "result") this.#result(observation);
    else if (observation.kind === "call") {
      const steps = stepsIn(observation.parsed, observation.call.name);
      if (steps.length > 0) this.#replace(steps, observation);
    } else if (observation.kind !== "summary" && observation.text.includes("[")) {
      const steps = checklist(observation.text);
      for (const step of steps) this.#put(step, observation);
      if (steps.length > 0) this.#forget();
    }
  }

  #result(result: ObservedResult): void {
    if (result.call === undefined) return;
    this.#unread.push(result);
    if (this.#unread.length > MAX_UNREAD) this.#settle();
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
      if (!kept.has(row.key) && row.status === "current") this.table.supersede(row.key);
    }
    for (const step of steps) this.#put(step, observation);
    this.#forget();
  }

  #put({ text, state }: Step, { kind, item, position }: Observation): void {
    const known = this.table.get(text)?.fields;
    const evidence = state !== "done" ? [] : known?.state === "done" ? known.evidence : this.evidence;
    this.table.put(
      text,
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

/** The first list of `{ text, state }` objects in the arguments of a call. */
function stepsIn(parsed: unknown, toolName: string): Step[] {
  const queue: (readonly [string, unknown])[] = [[toolName, parsed]];
  for (let index = 0; index < queue.length && index < MAX_SEARCHED_VALUES; index++) {
    const [key, value] = queue[index] ?? ["", undefined];
    if (Array.isArray(value)) {
      const entries = value.slice(0, MAX_STEPS);
      const isPlan = PLAN_NAME.test(key) || PLAN_NAME.test(toolName);
      const steps = entries.flatMap((entry) => asStep(entry, isPlan ? TEXT_KEY : STEP_KEY));
      if (steps.length > 0 && steps.length === entries.length) return steps;
    } else if (isRecord(value)) queue.push(...Object.entries(value).slice(0, MAX_SEARCHED_VALUES));
  }
  return [];
}

function asStep(value: unknown, textKey: RegExp): Step[] {
  if (!isRecord(value)) return [];
  const keys = Object.keys(value).slice(0, 40);
  const state = keys.find((key) => STATE_KEY.test(key));
  const texts = keys.flatMap((key) => (textKey.test(key) ? [value[key]] : []));
  const text = texts.find((found) => typeof found === "string");
  if (state === undefined || typeof text !== "string" || text.trim() === "") return [];
  return [{ text: text.trim().slice(0, MAX_TEXT_CHARACTERS), state: stateOf(value[state]) }];
}

function checklist(text: string): Step[] {
  const steps: Step[] = [];
  for (const [, mark = "", step = ""] of text.slice(0, 100_000).matchAll(CHECKLIST)) {
    if (steps.length >= MAX_STEPS) break;
    steps.push({
      text: step.trim(),
      state: /x/i.test(mark) ? "done" : mark === "~" || mark === "-" ? "active" : "pending",
    });
  }
  return steps;
}
