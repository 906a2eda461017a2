import type { Checkpoint } from "../../memory/checkpoint.js";
import type { CheckpointDelta, DeltaEntry } from "../../memory/checkpoint-delta.js";
import { mergeDelta } from "../../memory/merge-delta.js";
import { readDelta } from "../../memory/read-delta.js";
import { renderCheckpoint } from "../../memory/render-checkpoint.js";
import { excerpt } from "../../tool-outputs/excerpt.js";
import type { Summary, SummaryRequest } from "../summarizer.js";
import { buildDeltaPrompt } from "../templates/build-delta-prompt.js";
import type { Prompt, PromptTexts } from "../templates/build-prompt.js";
import { SUMMARY_TEMPLATES } from "../templates/summary-templates.js";
import { templateLayout } from "../templates/template-layout.js";
import { findSaying } from "./find-saying.js";
import { ModelFailure } from "./model-failure.js";
import { isRenderedFrom, CheckpointText } from "./checkpoint-text.js";
import { type SummaryDraft, toldTokens } from "./summary-draft.js";
import { usableAnswer } from "./usable-answer.js";
import type { LabelledItem } from "./whole-blocks.js";

/** Above prose in a summary that is printed from a checkpoint. */
const NOTES = "## Notes";
/** What prose may take of it. */
const PROSE_SHARE = 0.5;
/** Less than this says nothing. */
const LEAST_NOTE_TOKENS = 48;

/**
 * A summary that is printed from the session's checkpoint: every answer is a delta, merged by code. An answer in prose
 * is kept as prose.
 */
export class DeltaDraft implements SummaryDraft {
  readonly items: readonly LabelledItem[];
  readonly #request: SummaryRequest;
  readonly #state: CheckpointText;
  readonly #before: Checkpoint;
  #checkpoint: Checkpoint;
  /** Prose of the summaries before, and of this one. */
  readonly #earlier: string;
  #prose = "";
  #deltas = 0;
  #dropped = 0;

  /** `stateTokens`: what the checkpoint may take of a request. */
  constructor(request: SummaryRequest, checkpoint: Checkpoint, stateTokens: number) {
    this.#request = request;
    this.#before = checkpoint;
    this.#checkpoint = checkpoint;
    this.items = request.remainder.map((item, index) => ({ ...item, label: `#${index + 1}` }));
    this.#state = new CheckpointText(stateTokens, (text) => request.count(text));
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
    const { template, maxTokens } = this.#request;
    return buildDeltaPrompt({
      ...texts,
      template: SUMMARY_TEMPLATES[template],
      maxTokens: toldTokens(maxTokens),
    });
  }

  take(answer: string): void {
    const text = usableAnswer(answer);
    const found = readDelta(text);
    if (found === undefined) {
      if (/^[[{]/.test(text)) throw new ModelFailure("final", "the answer is neither a delta nor prose");
      this.#prose = text;
      return;
    }
    this.#deltas++;
    this.#dropped += found.dropped;
    const views = new Map(this.items.map(({ id, view }) => [id, view]));
    this.#checkpoint = mergeDelta(this.#checkpoint, this.#named(found.delta), {
      view: (id) => views.get(id),
    });
  }

  result(sourceTokens: number): Summary {
    if (this.#deltas === 0) return { text: this.#prose };
    const checkpoint = { ...this.#checkpoint, version: this.#before.version };
    const text = this.#render(checkpoint, Math.min(this.#request.maxTokens, sourceTokens - 1));
    return { text, checkpoint, dropped: this.#dropped };
  }

  /** Prose of this summary has its place; what was said in prose before gets what is free, as the model has seen it. */
  #render(checkpoint: Checkpoint, maxTokens: number): string {
    const count = (text: string): number => this.#request.count(text);
    const own =
      this.#prose === "" ? "" : notes(excerpt(this.#prose, Math.floor(maxTokens * PROSE_SHARE), count));
    const room = own === "" ? maxTokens : maxTokens - count(`\n${own}`) - 1;
    const layout = templateLayout(SUMMARY_TEMPLATES[this.#request.template]);
    const { text, tokens } = renderCheckpoint(checkpoint, { maxTokens: room, layout, count });
    // Where not even one entry fits, a part of what is worked for says more than nothing.
    if (text === "" && own === "") return excerpt(checkpoint.objective?.text ?? "", maxTokens, count);
    const free = room - tokens - count(`\n${NOTES}\n`) - 2;
    const isKept = own === "" && this.#earlier !== "" && free >= LEAST_NOTE_TOKENS;
    const before = isKept ? notes(excerpt(this.#earlier, free, count)) : "";
    return [text, own, before].filter((part) => part !== "").join("\n");
  }

  /** A delta with the ids behind the marks that the model was shown. */
  #named({ added, superseded, ...rest }: CheckpointDelta): CheckpointDelta {
    const byLabel = new Map(
      this.items.flatMap(({ id, label }) => (label === undefined ? [] : [[label, id]])),
    );
    const itemsOf = ({ items, text }: DeltaEntry): string[] => {
      const cited = items.flatMap((label) => byLabel.get(label.startsWith("#") ? label : `#${label}`) ?? []);
      return cited.length > 0 ? cited : findSaying(this.items, text);
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

const notes = (prose: string): string => `${NOTES}\n${prose}`;

/** What a summary says that was not printed from the checkpoint: its notes, or all of it. */
function earlierProse(previous: string, checkpoint: Checkpoint): string {
  const lines = previous.split("\n");
  const at = lines.indexOf(NOTES);
  const printed = at < 0 ? lines : lines.slice(0, at);
  if (!isRenderedFrom(printed.join("\n"), checkpoint)) return previous;
  return at < 0 ? "" : lines.slice(at + 1).join("\n");
}
