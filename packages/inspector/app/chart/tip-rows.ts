import type { LoadLine, LoadPoint } from "plimsoll/inspection";
import type { Words } from "../words/use-words.ts";
import { SECTIONS } from "./sections.ts";

/** A line of the box beside the cursor. */
export interface TipRow {
  readonly name: string;
  readonly value: string;
  readonly section?: string;
  readonly isSum?: boolean;
}

/** Everything about a request, from the top of its column downwards. */
export function tipRows(load: LoadLine, point: LoadPoint, words: Words): TipRow[] {
  const { say, number, percent, dollars, named } = words;
  const share = load.max > 0 ? ` · ${percent(point.tokens / load.max)}` : "";
  const guess = point.cachedIsGuess && point.cached !== null ? "≈ " : "";
  return [
    ...SECTIONS.toReversed()
      .filter((section) => point.sections[section] >= 1)
      .map((section) => ({
        name: named("section", section),
        value: number(point.sections[section]),
        section,
      })),
    {
      name: say("sent"),
      value: `${say("nTokens", { n: number(point.tokens) })}${share}`,
      isSum: true,
    },
    { name: say("cachedShare"), value: `${guess}${percent(point.cached)}` },
    ...(point.cost === null ? [] : [{ name: say("cost"), value: dollars(point.cost) }]),
  ];
}
