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

/** What prose may take of a summary that is printed from a checkpoint. */
const PROSE_SHARE = 0.5;

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
  #prose: string | undefined;
  #deltas = 0;
  #dropped = 0;

  /** `stateTokens`: what the checkpoint may take of a request. */
  constructor(request: SummaryRequest, checkpoint: Checkpoint, stateTokens: number) {
    this.#request = request;
    this.#before = checkpoint;
    this.#checkpoint = checkpoint;
    this.items = request.remainder.map((item, index) => ({ ...item, label: `#${index + 1}` }));
    this.#state = new CheckpointText(stateTokens, (text) => request.count(text));
    const { previous = "" } = request;
    if (previous !== "" && !isRenderedFrom(previous, checkpoint)) this.#prose = previous;
  }

  get soFar(): string {
    const state = this.#state.write(this.#checkpoint);
    return this.#prose === undefined ? state : `${state}\nSummary so far, in prose:\n${this.#prose}`;
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
    // What was said in prose before is in the checkpoint now, as far as the model took it up.
    if (this.#deltas === 0) this.#prose = undefined;
    this.#deltas++;
    this.#dropped += found.dropped;
    const views = new Map(this.items.map(({ id, view }) => [id, view]));
    this.#checkpoint = mergeDelta(this.#checkpoint, this.#named(found.delta), {
      view: (id) => views.get(id),
    });
  }

  result(sourceTokens: number): Summary {
    if (this.#deltas === 0) return { text: this.#prose ?? "" };
    const checkpoint = { ...this.#checkpoint, version: this.#before.version };
    const text = this.#render(checkpoint, Math.min(this.#request.maxTokens, sourceTokens - 1));
    return { text, checkpoint, dropped: this.#dropped };
  }

  #render(checkpoint: Checkpoint, maxTokens: number): string {
    const count = (text: string): number => this.#request.count(text);
    const prose =
      this.#prose === undefined ? "" : excerpt(this.#prose, Math.floor(maxTokens * PROSE_SHARE), count);
    const layout = templateLayout(SUMMARY_TEMPLATES[this.#request.template]);
    const room = prose === "" ? maxTokens : maxTokens - count(`\n${prose}`) - 1;
    const { text } = renderCheckpoint(checkpoint, { maxTokens: room, layout, count });
    const whole = [text, prose].filter((part) => part !== "").join("\n");
    // Where not even one entry fits, a part of what is worked for says more than nothing.
    return whole === "" ? excerpt(checkpoint.objective?.text ?? "", maxTokens, count) : whole;
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
