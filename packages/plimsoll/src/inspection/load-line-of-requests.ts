import type { RecordedRequest } from "../formats/recorded-request.js";
import type { ModelPrices } from "../tokens/prices.js";
import type { LoadLine, LoadMark, LoadPoint } from "./load-line.js";
import { thinnedPoints } from "./thinned-points.js";
import { withCosts } from "./with-costs.js";

export interface RequestsLine extends Pick<LoadLine, "max" | "trigger" | "hardLimit" | "model"> {
  readonly requests: readonly RecordedRequest[];
  readonly prices: ModelPrices | undefined;
}

/** The load line that a tool recorded itself: what each request read, and where the tool compacted. */
export function loadLineOfRequests({ requests, prices, ...line }: RequestsLine): LoadLine {
  const bare = requests.map((request, index) => pointOf(request, requests[index - 1], index + 1));
  const marks = requests.flatMap((request, index): LoadMark[] => {
    const before = requests[index - 1]?.tokens ?? 0;
    return request.afterCompaction ? [markOf(request, before, index + 1)] : [];
  });
  const points = withCosts(bare, prices);
  const numbered = marks.map((mark, index) => ({ ...mark, version: index + 1, id: `tool-${index + 1}` }));
  return {
    ...line,
    points: thinnedPoints(points, new Set(marks.map(({ request }) => request))),
    marks: numbered,
    requests: points.length,
    cost: prices ? points.reduce((sum, { cost }) => sum + (cost ?? 0), 0) : null,
    isReconstructed: false,
    isRecorded: true,
  };
}

/** What was there before is history, what came since is new: a record says no more. */
function pointOf(
  { ts, tokens, cached, afterCompaction }: RecordedRequest,
  earlier: RecordedRequest | undefined,
  request: number,
): Omit<LoadPoint, "cost"> {
  const history = afterCompaction ? 0 : Math.min(tokens, earlier?.tokens ?? 0);
  return {
    request,
    ts,
    tokens,
    sections: { system: 0, tools: 0, memory: 0, history, newInput: tokens - history },
    cached: tokens > 0 ? cached / tokens : null,
    cachedIsGuess: false,
  };
}

const markOf = ({ ts, tokens }: RecordedRequest, before: number, request: number): LoadMark => ({
  request,
  id: "",
  version: 0,
  ts,
  trigger: "",
  before: Math.max(before, tokens),
  after: tokens,
  undone: false,
  byTool: true,
});
