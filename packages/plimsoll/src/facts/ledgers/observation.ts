import type { ItemView, ToolResultView } from "../../conversation/item-view.js";
import { clientSummary } from "../../conversation/is-client-context.js";
import { isOwnNote } from "../../conversation/is-own-note.js";
import { readSummary } from "../checkpoint/summary-message.js";
import { type CallFacts, MAX_NAME_CHARACTERS, readCallFacts } from "./call-facts.js";
import { commandOutcome, type OutcomeFacts } from "./command-outcome.js";
import { callFileEvents } from "./call-file-events.js";
import type { Speaker } from "../checkpoint/checkpoint.js";
import type { SummaryRules } from "./summary-rules.js";
import type { FileEvent } from "./shell-file-events.js";
import { type ProgramRun, programRuns } from "./program-runs.js";
import { showsFailure } from "./failure-lines.js";
import type { ProseSentence } from "./prose-sentence.js";
import { constraintKind } from "./constraint-kind.js";
import { readProse } from "./read-prose.js";

/** An item as the ledgers get it. Already redacted, like everything that is stored. */
export interface LedgerItem {
  /** The archive id under which the item can be read back. */
  readonly id: string;
  readonly view: ItemView;
  /** The rules in it, if it is a summary message. Nothing else of such an item is read. */
  readonly summary?: SummaryRules | undefined;
}

interface Seen {
  readonly item: string;
  readonly position: number;
}

/** The words of the user or the assistant, as a whole and as their own sentences. */
export interface SpokenText extends Seen {
  readonly kind: "user" | "assistant";
  readonly text: string;
  readonly sentences: readonly ProseSentence[];
}

export interface ObservedCall extends Seen {
  readonly kind: "call";
  readonly call: CallFacts;
  /** The arguments as JSON; undefined if they are not JSON or too large. */
  readonly parsed: unknown;
}

export interface ObservedResult extends Seen {
  readonly kind: "result";
  /** The call that it answers; absent for an orphan. */
  readonly call: CallFacts | undefined;
  /** The edges of the output, as far as ledgers look. */
  readonly text: string;
  readonly isError: boolean;
  /** How the call ended, by the flag of the wire format or by its output. Read on demand. */
  readonly ending: OutcomeFacts;
  /** The intended file actions of the call. */
  readonly files: readonly FileEvent[];
  /** The programs that the call runs in a shell. Read on demand. */
  readonly runs: readonly ProgramRun[];
}

/** A summary at the beginning of what the ledgers see: its rules. */
export interface ObservedSummary extends Seen, SummaryRules {
  readonly kind: "summary";
}

/** Who says what a summary says: a model, unless the summary is verified. */
export const speakerOf = ({ isVerified }: Pick<ObservedSummary, "isVerified">): Speaker =>
  isVerified ? "assistant" : "model";

export type Observation = SpokenText | ObservedCall | ObservedResult | ObservedSummary;

const EDGE_CHARACTERS = 20_000;
const MAX_OPEN_CALLS = 200;

const edges = (text: string): string =>
  text.length <= EDGE_CHARACTERS * 2
    ? text
    : `${text.slice(0, EDGE_CHARACTERS)}\n${text.slice(-EDGE_CHARACTERS)}`;

class ResultObservation implements ObservedResult {
  readonly kind = "result";
  readonly item: string;
  readonly position: number;
  readonly call: CallFacts | undefined;
  readonly text: string;
  readonly isError: boolean;
  readonly files: readonly FileEvent[];
  #ending: OutcomeFacts | undefined;
  #runs: readonly ProgramRun[] | undefined;

  constructor({ item, position }: Seen, { text, isError }: ToolResultView, call: CallFacts | undefined) {
    this.item = item;
    this.position = position;
    this.call = call;
    this.text = edges(text);
    this.isError = isError;
    this.files = call === undefined ? [] : callFileEvents(call);
  }

  get ending(): OutcomeFacts {
    this.#ending ??= this.#readEnding();
    return this.#ending;
  }

  get runs(): readonly ProgramRun[] {
    this.#runs ??= this.call === undefined ? [] : programRuns(this.call.command);
    return this.#runs;
  }

  /** A pipe hides the exit code of a program: then its output tells. */
  #readEnding(): OutcomeFacts {
    const ending = commandOutcome(this.text, this.isError);
    const isSilent = ending.outcome === "ok" && ending.exitCode === null && this.runs.length > 0;
    return isSilent && showsFailure(this.text, this.runs) ? { ...ending, outcome: "failed" } : ending;
  }
}

/** What a client's own summary says of rules: a model's words, which are quoted and bind nobody. */
function clientRules({ role, text }: ItemView): SummaryRules | undefined {
  const told = role === "user" ? clientSummary(text) : undefined;
  if (told === undefined) return undefined;
  const sentences = readProse(told.slice(0, EDGE_CHARACTERS));
  const rules = sentences.filter((sentence) => constraintKind(sentence.text) !== undefined);
  return { rules: rules.map((sentence) => sentence.text), isVerified: false };
}

/** Turns items into observations and pairs results with their calls; holds the calls that still wait. */
export class ObservationReader {
  readonly #waiting: CallFacts[];
  /** `openCalls` of a continued session. */
  constructor(openCalls?: readonly CallFacts[]) {
    this.#waiting = [...(openCalls ?? [])];
  }

  get openCalls(): readonly CallFacts[] {
    return this.#waiting;
  }

  read({ id, view, ...item }: LedgerItem, position: number): Observation[] {
    if (view.providerState) return [];
    const summary = item.summary ?? clientRules(view);
    if (summary !== undefined) return [{ item: id, position, kind: "summary", ...summary }];
    if (isOwnNote(view)) return [];
    const found: Observation[] = [];
    for (const result of view.results) {
      const own = result.ownCall && readCallFacts(id, result.ownCall);
      if (own) found.push({ item: id, position, kind: "call", call: own.facts, parsed: own.parsed });
      const call = own ? own.facts : this.#answer(result.callId, result.name);
      found.push(new ResultObservation({ item: id, position }, result, call));
    }
    if (view.text !== "" && (view.role === "user" || view.role === "assistant")) {
      // What merely has the form of a summary was pasted: it says nothing for whoever sent it.
      const sentences = readSummary(view) === undefined ? readProse(view.text) : [];
      found.push({ item: id, position, kind: view.role, text: view.text, sentences });
    }
    for (const call of view.calls) {
      const { facts, parsed } = readCallFacts(id, call);
      found.push({ item: id, position, kind: "call", call: facts, parsed });
      this.#waiting.push(facts);
      if (this.#waiting.length > MAX_OPEN_CALLS) this.#waiting.shift();
    }
    return found;
  }

  /** A result answers the nearest open call of its id; without an id, the first open call of its name. */
  #answer(callId: string, name: string): CallFacts | undefined {
    const id = callId.slice(0, MAX_NAME_CHARACTERS);
    const index =
      id === ""
        ? this.#waiting.findIndex((call) => call.callId === "" && call.name === name)
        : this.#waiting.findLastIndex((call) => call.callId === id);
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0];
  }
}
