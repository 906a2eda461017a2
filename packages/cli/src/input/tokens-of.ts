import { type CompactResult, heuristicEstimator, loadExactEstimator } from "plimsoll";
import type { ConversationFile } from "plimsoll/formats";
import type { Settings } from "plimsoll/node";
import { createItemMeter, lookUpModel } from "plimsoll/tokens";

/** Tokens of the list that a result was made from, and of the list that it is. */
export async function tokensOf(
  result: CompactResult<object>,
  file: ConversationFile,
  settings: Settings,
): Promise<{ readonly before: number; readonly after: number }> {
  const after = result.measurement.raw - result.measurement.fixed;
  if (result.compaction) return { before: result.compaction.tokensBefore, after };
  return { before: result.items === file.items ? after : await countTokens(file, settings), after };
}

async function countTokens(file: ConversationFile, settings: Settings): Promise<number> {
  const estimator =
    settings.tokens.estimator === "heuristic"
      ? heuristicEstimator
      : await loadExactEstimator(lookUpModel(settings.model, settings.models).encoding);
  const meter = createItemMeter(file.format, estimator);
  return file.items.reduce((sum, item) => sum + meter.tokens(item), 0);
}
