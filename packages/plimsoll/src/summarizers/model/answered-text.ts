import { recognizeOverflow } from "../../tokens/recognize-overflow.js";
import { normalizeUsage } from "../../tokens/normalize-usage.js";
import { errorMessage, type ModelApi } from "./model-api.js";
import type { ModelAttempt } from "./model-client.js";
import { ModelFailure } from "./model-failure.js";

/** The text of an answer, whose usage is told first. Throws `ModelFailure` where it holds an error instead. */
export function answeredText(
  api: ModelApi,
  answer: unknown,
  { onUsage, printable }: Pick<ModelAttempt, "onUsage"> & { printable(text: string): string },
): string {
  const usage = normalizeUsage(answer);
  if (usage) onUsage?.(usage);
  const failed = errorMessage(answer);
  if (failed !== undefined) {
    const reason = `the server answered with an error: ${printable(failed)}`;
    throw new ModelFailure(recognizeOverflow(failed).overflow ? "overflow" : "final", reason);
  }
  return api.text(answer);
}

/** Reads a streamed answer to its end and shows what the model writes meanwhile; undefined if it broke off. */
export async function streamedAnswer(
  api: ModelApi,
  events: AsyncIterable<unknown>,
  onDraft: ModelAttempt["onDraft"],
): Promise<{ readonly answer: unknown; readonly events: number }> {
  const stream = api.stream();
  let show: ((text: string) => void) | undefined;
  let count = 0;
  for await (const event of events) {
    count++;
    const text = stream.take(event);
    if (text !== "") (show ??= onDraft?.())?.(text);
  }
  return { answer: stream.answer(), events: count };
}
