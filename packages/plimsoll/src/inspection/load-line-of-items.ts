import { readSummary } from "../facts/checkpoint/summary-message.js";
import type { RowMaker } from "./item-row.js";
import type { LoadLine, LoadPoint } from "./load-line.js";
import { thinnedPoints } from "./thinned-points.js";

export interface ItemsLine extends Pick<LoadLine, "max" | "trigger" | "hardLimit" | "model"> {
  readonly items: readonly object[];
  readonly rows: RowMaker;
}

/** The load line of a list that nobody measured: every answer was asked for with the whole list before it. */
export function loadLineOfItems({ items, rows, ...line }: ItemsLine): LoadLine {
  const points: LoadPoint[] = [];
  const sum = { system: 0, memory: 0, history: 0, newInput: 0 };
  const close = (): void => {
    const tokens = sum.system + sum.memory + sum.history + sum.newInput;
    const reused = sum.system + sum.memory + sum.history;
    points.push({
      request: points.length + 1,
      ts: "",
      tokens,
      sections: { ...sum, tools: 0 },
      cached: tokens > 0 && points.length > 0 ? reused / tokens : 0,
      cachedIsGuess: true,
      cost: null,
    });
    sum.history += sum.newInput;
    sum.newInput = 0;
  };
  let isAsked = false;
  for (const item of items) {
    const view = rows.view(item);
    const isAnswer = view.role === "assistant" && readSummary(view) === undefined;
    if (isAsked && isAnswer) close();
    isAsked = !isAnswer;
    const tokens = rows.tokens(item);
    if (view.role === "system" || view.role === "developer") sum.system += tokens;
    else if (readSummary(view) !== undefined) sum.memory += tokens;
    else sum.newInput += tokens;
  }
  if (isAsked || points.length === 0) close();
  const requests = points.length;
  return {
    ...line,
    points: thinnedPoints(points, new Set()),
    marks: [],
    requests,
    cost: null,
    isReconstructed: true,
  };
}
