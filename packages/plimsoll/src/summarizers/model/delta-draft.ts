import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import type { CheckpointDelta, DeltaEntry } from "../../facts/checkpoint/checkpoint-delta.js";
import { mergeDelta } from "../../facts/checkpoint/merge-delta.js";
import { readDelta } from "../../facts/checkpoint/read-delta.js";
import { renderCheckpoint } from "../../facts/checkpoint/render-checkpoint.js";
import { excerpt } from "../../tool-outputs/excerpt.js";
import type { Summary, SummaryRequest } from "../summarizer.js";
import { buildDeltaPrompt } from "../templates/build-delta-prompt.js";
import type { Prompt, PromptTexts } from "../templates/build-prompt.js";
import { SUMMARY_TEMPLATES } from "../templates/summary-templates.js";
import { templateLayout } from "../templates/template-layout.js";
import { cleanProse } from "./clean-answer.js";
import { findQuotedItems } from "./find-quoted-items.js";
import { ModelFailure } from "./model-failure.js";
import { CheckpointText, isRenderedFrom } from "./checkpoint-text.js";
import { type SummaryDraft, toldTokens } from "./summary-draft.js";
import { usableAnswer } from "./usable-answer.js";
import type { LabelledItem } from "./whole-blocks.js";

/** Above prose in a summary that is printed from a checkpoint. */
const NOTES = "## Notes";
/** What prose may take of it. */
const PROSE_SHARE = 0.5;
/** Less than this says nothing. */
const LEAST_NOTE_TOKENS = 48;

export interface DeltaRoom {
  /** What the checkpoint may take of a request. */
  readonly stateTokens: number;
  /** What the model may answer with, as tokens of a summary. */
  readonly answerTokens: number;
}

/**
 * A summary that is printed from the session's checkpoint: every answer is a delta, merged by code. An answer in prose
 * is kept as prose.
 */
export class DeltaDraft implements SummaryDraft {
  readonly items: readonly LabelledItem[];
  readonly #request: SummaryRequest;
  readonly #answerTokens: number;
  readonly #state: CheckpointText;
  readonly #before: Checkpoint;
  #checkpoint: Checkpoint;
  /** Prose of the summaries before, and of this one. */
  readonly #earlier: string;
  #prose = "";
  #deltas = 0;
  #dropped = 0;

  constructor(request: SummaryRequest, checkpoint: Checkpoint, room: DeltaRoom) {
    this.#request = request;
    this.#answerTokens = room.answerTokens;
    this.#before = checkpoint;
    this.#checkpoint = checkpoint;
    this.items = request.remainder.map((item, index) => ({ ...item, label: `#${index + 1}` }));
    this.#state = new CheckpointText(room.stateTokens, (text) => request.count(text));
    this.#earlier = earlierProse(request.previous ?? "", checkpoint);
  }

  get soFar(): string {
    const state = this.#state.write(this.#checkpoint);
    const prose = [this.#earlier, this.#prose].filter((text) => text !== "").join("\n");
    return prose === ""
      ? state
      : `${state}\nSummary so far, in prose; add what the record lacks of it:\n${prose}`;
  }

  build(texts: PromptTexts): Prompt {
    return buildDeltaPrompt({
      ...texts,
      template: SUMMARY_TEMPLATES[this.#request.template],
      maxTokens: toldTokens(this.#answerTokens),
    });
  }

  take(answer: string): void {
    const text = usableAnswer(answer);
    const found = readDelta(text);
    if (found === undefined) {
      if (/^[[{]/.test(text)) throw new ModelFailure("final", "the answer is neither a delta nor prose");
      this.#prose = withNewLines(this.#prose, cleanProse(text));
      return;
    }
    this.#deltas++;
    this.#dropped += found.dropped;
    const views = new Map(this.items.map(({ id, view }) => [id, view]));
    const places = new Map(this.items.map(({ id }, index) => [id, index]));
    this.#checkpoint = mergeDelta(this.#checkpoint, this.#named(found.delta), {
      view: (id) => views.get(id),
      placeOf: (id) => places.get(id),
    });
  }

  result(sourceTokens: number): Summary {
    const maxTokens = Math.min(this.#request.maxTokens, sourceTokens - 1);
    if (this.#deltas === 0) return { text: this.#besideProse(maxTokens) };
    const checkpoint = { ...this.#checkpoint, version: this.#before.version };
    if (this.#request.stated !== undefined) return this.#belowState(checkpoint, maxTokens);
    return { text: this.#print(checkpoint, maxTokens), checkpoint, dropped: this.#dropped };
  }

  /** Code prints the state with what the deltas added; only prose is left to say. */
  #belowState(checkpoint: Checkpoint, maxTokens: number): Summary {
    const prose = [this.#earlier, this.#prose].filter((text) => text !== "").join("\n");
    const text = excerpt(prose, maxTokens, (part) => this.#request.count(part));
    return { text, checkpoint, dropped: this.#dropped };
  }

  /** The model's own summary whole; what was known before has what it leaves free. */
  #besideProse(maxTokens: number): string {
    const own = notes(this.#prose);
    const room = maxTokens - this.#request.count(`\n${own}`) - 1;
    const known = this.#request.previous === undefined ? "" : this.#render(this.#checkpoint, room);
    return known === "" ? this.#prose : `${known}\n${own}`;
  }

  /** Prose beside deltas has its share; what was said in prose before gets what is free, as the model has seen it. */
  #print(checkpoint: Checkpoint, maxTokens: number): string {
    const count = (text: string): number => this.#request.count(text);
    const prose = excerpt(this.#prose, Math.floor(maxTokens * PROSE_SHARE), count);
    if (prose !== "") {
      const room = maxTokens - count(`\n${notes(prose)}`) - 1;
      return [this.#render(checkpoint, room), notes(prose)].filter((part) => part !== "").join("\n");
    }
    const text = this.#render(checkpoint, maxTokens);
    // Where not even one entry fits, a part of what is worked for says more than nothing.
    if (text === "") return excerpt(checkpoint.objective?.text ?? "", maxTokens, count);
    const free = maxTokens - count(`${text}\n${NOTES}\n`) - 1;
    const isKept = this.#earlier !== "" && free >= LEAST_NOTE_TOKENS;
    return isKept ? `${text}\n${notes(excerpt(this.#earlier, free, count))}` : text;
  }

  #render(checkpoint: Checkpoint, maxTokens: number): string {
    const layout = templateLayout(SUMMARY_TEMPLATES[this.#request.template]);
    const count = (text: string): number => this.#request.count(text);
    return maxTokens < 1 ? "" : renderCheckpoint(checkpoint, { maxTokens, layout, count }).text;
  }

  /** A delta with the ids behind the marks that the model was shown. */
  #named({ added, superseded, ...rest }: CheckpointDelta): CheckpointDelta {
    const byLabel = new Map(
      this.items.flatMap(({ id, label }) => (label === undefined ? [] : [[label, id]])),
    );
    const itemsOf = ({ items, text }: DeltaEntry): string[] => {
      const cited = items.flatMap((label) => byLabel.get(label.startsWith("#") ? label : `#${label}`) ?? []);
      return cited.length > 0 ? cited : findQuotedItems(this.items, text);
    };
    return {
      ...rest,
      added: added.map((entry) => ({ ...entry, items: itemsOf(entry) })),
      superseded: superseded.map(({ id, by }) => ({
        id: this.#state.idOf(id) ?? id,
        by: this.#state.idOf(by) ?? by,
      })),
    };
  }
}

/** A text with the lines of another that it does not have. */
function withNewLines(text: string, other: string): string {
  if (text === "") return other;
  const known = new Set(text.split("\n"));
  return [text, ...other.split("\n").filter((line) => !known.has(line))].join("\n");
}

const notes = (prose: string): string => `${NOTES}\n${prose}`;

/** What a summary says that was not printed from the checkpoint: its notes, or all of it. */
function earlierProse(previous: string, checkpoint: Checkpoint): string {
  const lines = previous.split("\n");
  const at = lines.indexOf(NOTES);
  const printed = at < 0 ? lines : lines.slice(0, at);
  if (!isRenderedFrom(printed.join("\n"), checkpoint)) return previous;
  return at < 0 ? "" : lines.slice(at + 1).join("\n");
}
