// The conversation that most benchmarks work on: synthetic, seeded, in Chat Completions messages.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { chat, loadExactEstimator } from "plimsoll";
import { createItemMeter } from "plimsoll/tokens";
import { syntheticTurns } from "plimsoll/testing";
import { realText } from "./real-text.mjs";

const SHAPE = {
  seed: 20261115,
  turns: Number.POSITIVE_INFINITY,
  format: "chat",
  toolDensity: 0.7,
  cjk: 0.03,
  reasoning: 0.2,
  giantOutputs: { probability: 0.02, characters: 20_000 },
};

/** Every text of an item that is counted, in order. */
export function textsOf(items) {
  return items
    .map((item) => chat.view(item))
    .flatMap((view) => [
      view.text,
      view.reasoning,
      ...view.calls.flatMap((call) => [call.name, call.arguments]),
      ...view.results.map((result) => result.text),
    ])
    .filter((text) => text !== "");
}

/** The same turn with real text as tool outputs: its words repeat less, so counting it takes longer. */
const withRealOutputs = (turn, take) =>
  turn.map((item) => (item.role === "tool" ? { ...item, content: take(item.content.length) } : item));

/**
 * A session of at least `tokens` tokens of o200k_base, with the texts in it, their UTF-8 bytes, and `nextTurn` for
 * the turns that would follow.
 */
export async function buildSession(tokens, { real = false } = {}) {
  const estimator = await loadExactEstimator("o200k_base");
  const meter = createItemMeter(chat, estimator);
  const turns = syntheticTurns(SHAPE);
  const take = real ? realText() : undefined;
  const nextTurn = () => {
    const turn = turns.next().value;
    return take ? withRealOutputs(turn, take) : turn;
  };
  const items = [];
  let counted = 0;
  while (counted < tokens) {
    const turn = nextTurn();
    for (const item of turn) counted += meter.tokens(item);
    items.push(...turn);
  }
  const texts = textsOf(items);
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { items, texts, bytes, tokens: counted, estimator, nextTurn };
}

/** What a caller without any cache does: every text through the tokenizer. */
export function recount({ texts, estimator }) {
  let tokens = 0;
  for (const text of texts) tokens += estimator.count(text);
  return tokens;
}

const SPECIAL_TOKENS_ARE_TEXT = { disallowedSpecial: new Set() };

/** The same count by the tokenizer that most tools use, as it comes: a yardstick that our own counting does not move. */
export function plainCount({ texts }) {
  let tokens = 0;
  for (const text of texts) tokens += countTokens(text, SPECIAL_TOKENS_ARE_TEXT);
  return tokens;
}

/** The settings of every manager here: nothing is loaded, detected or exported while the clock runs. */
export const managerSettings = ({ estimator }, maxContextTokens) => ({
  model: "gpt-5",
  maxContextTokens,
  format: chat,
  estimator,
});
