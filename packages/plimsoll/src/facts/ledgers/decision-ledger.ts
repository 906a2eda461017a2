import { adoptClaims } from "./adopt-claims.js";
import type { DecisionFields } from "../checkpoint/checkpoint.js";
import { CUES } from "../cues/cues.js";
import { type ContentWords, contentWords, sharedWords } from "./content-words.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 150;
const MIN_CHARACTERS = 12;
/** A question, or words that only announce what comes: "Let's do a last check:". */
const NO_DECISION = /[?？:：]$/;
/** What the assistant or the user decided, and why: their sentences, verbatim. */
export class DecisionLedger {
  readonly table: LedgerTable<DecisionFields>;

  constructor(rows: readonly LedgerRow<DecisionFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: ({ reason }) => reason !== "" }, rows);
  }

  observe(observation: Observation): void {
    if (observation.kind === "summary")
      adoptClaims(this.table, observation, { section: "decisions", keyOf: ({ text }) => text });
    if (observation.kind !== "assistant" && observation.kind !== "user") return;
    const { item, position, kind } = observation;
    for (const { text } of observation.sentences) {
      if (NO_DECISION.test(text)) continue;
      if (this.table.size > 0) this.#takeBack(text);
      if (text.length < MIN_CHARACTERS) continue;
      const decides = CUES.has("decision", text);
      if (!decides && (kind !== "assistant" || !CUES.has("intention", text))) continue;
      const reason = reasonIn(text);
      if (decides || reason !== "" || CUES.has("contrast", text))
        this.table.put(text, { text, reason }, { item, position, by: kind });
    }
  }

  /** A sentence that rejects something, or takes something back, ends the earlier decisions for it. */
  #takeBack(sentence: string): void {
    const rejected = rejectedWords(sentence);
    if (rejected === undefined) return;
    const words = contentWords(sentence);
    for (const { key, fields, status } of this.table.rows()) {
      if (status !== "current" || key === sentence) continue;
      const decided = contentWords(fields.text);
      const names = namesIn(decided);
      const isFor = [...rejected.words].some((word) => names.has(word));
      const kept = rejectedWords(fields.text)?.words ?? new Set();
      if (
        isFor &&
        ![...rejected.words].some((word) => kept.has(word)) &&
        sharedWords(decided, words) >= rejected.least
      )
        this.table.supersede(key, sentence);
    }
  }
}

const REJECTED_CHARACTERS = 60;

/** Something may be named by a number: "instead of v18". */
const namesIn = ({ words, numbers }: ContentWords): ReadonlySet<string> => new Set([...words, ...numbers]);

/** The words for what a sentence rejects, and how many words an earlier decision for it must share. */
interface RejectedWords {
  readonly words: ReadonlySet<string>;
  readonly least: number;
}

function rejectedWords(sentence: string): RejectedWords | undefined {
  const contrast = CUES.find("contrast", sentence);
  if (contrast !== undefined) {
    const rest = sentence.slice(contrast.end, contrast.end + REJECTED_CHARACTERS).split(/[,;.:]/, 1)[0] ?? "";
    return { words: namesIn(contentWords(rest)), least: 2 };
  }
  if (CUES.has("taking back", sentence))
    return { words: namesIn(contentWords(properNames(sentence).join(" "))), least: 1 };
  return replacedNames(sentence);
}

/** Words in upper case behind others, and words with digits or points in them. */
const properNames = (sentence: string): string[] =>
  sentence.match(/(?<=\S\s)[A-Z][\w-]{2,40}|\b\w*[._\d]\w+\b/g) ?? [];

const MAX_REPLACED = 4;

/** What is dropped by its name: "forget NATS". A common word ("skip the tests") tells only beside another. */
function replacedNames(sentence: string): RejectedWords | undefined {
  const replaced = CUES.all("replaced value", sentence, MAX_REPLACED).map(({ start, end }) =>
    sentence.slice(start, end),
  );
  if (replaced.length === 0) return undefined;
  const names = replaced.flatMap((words) => properNames(`- ${words}`));
  return names.length > 0
    ? { words: namesIn(contentWords(names.join(" "))), least: 1 }
    : { words: namesIn(contentWords(replaced.join(" "))), least: 2 };
}

/** What follows "because" and the like. */
function reasonIn(sentence: string): string {
  const cue = CUES.find("reason", sentence);
  return cue === undefined ? "" : (/^\s{0,2}(.{3,400})/.exec(sentence.slice(cue.end))?.[1] ?? "");
}
