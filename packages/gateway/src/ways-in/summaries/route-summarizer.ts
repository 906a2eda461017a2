import { CompactError, type SummaryRequest } from "plimsoll";
import type { CallCompactor } from "plimsoll/calls";
import { askSummarizer, extractiveSummarizer } from "plimsoll/summarizers";
import { inputBudget } from "../../compaction/input-budget.js";
import type { CallSummarizer } from "../../compaction/call-summarizer.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { Route } from "../../routes/route.js";
import { askRoute } from "./ask-route.js";

/** The estimator counts as one model does, and the upstream may be another; what frames the text counts too. */
const SAFE_SHARE = 0.85;
/** A busy upstream is asked once more; the embedded summarizer is at hand. */
const REQUEST_SHARE = 0.5;

/**
 * Who writes the summaries of a route: undefined where it is the one that the library is configured with. One is made for each call, because its
 * patience is that of one client: when it is at its end, no further request is made, and the embedded summarizer takes over.
 */
export function routeSummarizer(context: GatewayContext, route: Route): CallSummarizer | undefined {
  if (route.summarizer === undefined || route.summarizer === "configured") return undefined;
  if (route.summarizer === "embedded") return extractiveSummarizer();
  const by = route.summarizer === "model" ? route : route.summarizer;
  const { patienceMs } = context;
  const patience = new Patience(patienceMs);
  const failures: string[] = [];
  const asking = askSummarizer({
    model: by.upstreamModel,
    maxInputTokens: Math.floor(inputBudget(context.windows.of(by), by.outputReserve) * SAFE_SHARE),
    timeoutMs: Math.max(1, Math.floor(patienceMs * REQUEST_SHARE)),
    ask: (question) => askRoute(context, by, question),
  });
  const tried = async <T>(signal: AbortSignal | undefined, work: (limited: AbortSignal) => Promise<T>) => {
    try {
      return await patience.spend(signal, work);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      throw error;
    }
  };
  return {
    name: asking.name,
    model: by.upstreamModel,
    failures,
    summarize: (request) =>
      tried(request.signal, (signal) => asking.summarize({ ...carefully(context, request), signal })),
    revise: (instruction, request) =>
      tried(
        request.signal,
        async (signal) =>
          (await asking.revise?.(instruction, { ...carefully(context, request), signal })) ??
          Promise.reject(new Error("It cannot revise.")),
      ),
  };
}

/** The same where requests of the conversation reach other nodes too: what it writes is paid for once. */
export function sharedSummarizer(
  context: GatewayContext,
  compactor: CallCompactor<object>,
  route: Route,
): CallSummarizer | undefined {
  const summarizer = routeSummarizer(context, route);
  return summarizer && compactor.sharing(summarizer);
}

/** Tokenizers differ most where a text repeats itself or is no prose: the higher count bounds what is asked. */
function carefully({ estimator }: GatewayContext, request: SummaryRequest): SummaryRequest {
  return { ...request, count: (text) => Math.max(request.count(text), estimator.count(text)) };
}

/** The time that all requests of one compaction have together. It begins with the first. */
class Patience {
  readonly #milliseconds: number;
  #end: AbortSignal | undefined;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  async spend<T>(signal: AbortSignal | undefined, work: (limited: AbortSignal) => Promise<T>): Promise<T> {
    this.#end ??= AbortSignal.timeout(this.#milliseconds);
    const end = this.#end;
    if (end.aborted) throw this.#atItsEnd();
    try {
      return await work(signal ? AbortSignal.any([signal, end]) : end);
    } catch (error) {
      throw end.aborted && signal?.aborted !== true ? this.#atItsEnd() : error;
    }
  }

  #atItsEnd(): CompactError {
    return new CompactError(
      "SUMMARIZER_FAILED",
      `The model gave no summary within ${this.#milliseconds} ms.`,
      {
        details: { milliseconds: this.#milliseconds, timeLimit: true },
      },
    );
  }
}
