import { dataMark, quoteData } from "../text/quote-data.js";
import { isRecord } from "../text/is-record.js";
import type { CandidateRanker, RankCandidate } from "./extractive/rank-with.js";
import { cleanAnswer } from "./model/clean-answer.js";
import { createModelClient, type ModelServerOptions } from "./model/create-model-client.js";
import { defaultInputTokens, outputLimit } from "./model/default-input-tokens.js";
import { ModelFailure } from "./model/model-failure.js";
import { promptTokens } from "./model/request-frame.js";
import type { SummaryRequest } from "./summarizer.js";
import { DATA_RULE, type Prompt, PROMPT_OPENING, sendable } from "./templates/build-prompt.js";

const MAX_OUTPUT_TOKENS = 6_000;
const MAX_TEXT_CHARACTERS = 300;
const MAX_ANSWER_CHARACTERS = 100_000;
const SMALLER_SHARE = 0.8;

const SYSTEM = [
  `${PROMPT_OPENING}, by choosing the lines that it quotes.`,
  "You are given numbered lines. Answer with the numbers of those that the agent needs to go on, the most important first: what the user wants and forbids, exact names, ids, paths and values that later steps depend on, errors that are open. Leave out what is noise, what is repeated and what is no longer true.",
  DATA_RULE,
  'Answer with one JSON object alone, in this shape:\n{"ranked":[12,3,7]}',
].join("\n\n");

const SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  additionalProperties: false,
  required: ["ranked"],
  properties: { ranked: { type: "array", items: { type: "integer" } } },
};

function promptFor(candidates: readonly RankCandidate[], { note = "" }: SummaryRequest): Prompt {
  const lines = candidates
    .map(({ number, text }) => `${number}. ${text.replace(/\s+/g, " ").slice(0, MAX_TEXT_CHARACTERS)}`)
    .join("\n");
  const mark = dataMark([lines, note]);
  const parts = [
    ...(note === "" ? [] : [`The caller asks to pay attention to:\n${quoteData("note", note, mark)}`]),
    `The lines:\n${quoteData("lines", lines, mark)}`,
    "Write the numbers now.",
  ];
  return { system: SYSTEM, user: sendable(parts.join("\n\n")), schema: SCHEMA };
}

/** A request about as many of the candidates as keep to its limit, the newest ones. */
function fittingPrompt(
  candidates: readonly RankCandidate[],
  request: SummaryRequest,
  inputTokens: number,
): Prompt {
  for (let size = candidates.length; size > 0; size = Math.floor(size * SMALLER_SHARE)) {
    const prompt = promptFor(candidates.slice(-size), request);
    if (promptTokens(prompt, (text) => request.count(text)) <= inputTokens) return prompt;
  }
  throw new ModelFailure("no_room", `a request of ${inputTokens} tokens leaves no room for candidates`);
}

function readRanks(answer: string): number[] {
  const text = cleanAnswer(answer).slice(0, MAX_ANSWER_CHARACTERS);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const ranked = isRecord(value) ? value["ranked"] : undefined;
  if (!Array.isArray(ranked)) throw new ModelFailure("final", "the answer is no ranking");
  return ranked.filter((number): number is number => Number.isSafeInteger(number));
}

/**
 * A judge for `rankWith` that asks a model which lines matter: one request, within its limit. Nothing that the model
 * writes gets into a summary.
 */
export function modelRanker(options: ModelServerOptions): CandidateRanker {
  const client = createModelClient(options);
  return {
    async rank(candidates, request) {
      const inputTokens =
        options.maxInputTokens ?? defaultInputTokens(options.model, MAX_OUTPUT_TOKENS, options.models);
      const maxOutputTokens = Math.min(MAX_OUTPUT_TOKENS, outputLimit(options.model, options.models));
      const prompt = fittingPrompt(candidates, request, inputTokens);
      const { signal } = request;
      return readRanks(await client.complete(prompt, { maxOutputTokens, signal }));
    },
  };
}
