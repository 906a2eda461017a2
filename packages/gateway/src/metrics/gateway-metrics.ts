import type { RequestRecord } from "../log/gateway-log.js";
import { Counters } from "./counters.js";
import { Histogram } from "./histogram.js";
import { metricText } from "./metric-text.js";

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** What a handler may say that compaction did; everything else is counted as one. */
const COMPACTIONS = new Set(["compacted", "reapplied", "overflow_recovered"]);

/** What the server counts. No label comes from a request. */
export class GatewayMetrics {
  readonly #requests = new Counters({
    name: "plimsoll_gateway_requests_total",
    help: "Requests answered, by endpoint and status.",
  });
  readonly #broken = new Counters({
    name: "plimsoll_gateway_answers_cut_total",
    help: "Answers that ended before they were whole.",
  });
  readonly #tokens = new Counters({
    name: "plimsoll_gateway_tokens_total",
    help: "Tokens of answered requests, by kind.",
  });
  readonly #compactions = new Counters({
    name: "plimsoll_gateway_compactions_total",
    help: "Requests that were compacted, by what was done.",
  });
  readonly #duration = new Histogram(
    { name: "plimsoll_gateway_request_duration_seconds", help: "Time until the last byte of an answer." },
    SECONDS,
  );
  readonly #firstByte = new Histogram(
    { name: "plimsoll_gateway_first_byte_seconds", help: "Time until the first byte of an answer's body." },
    SECONDS,
  );
  #open = 0;

  begin(): void {
    this.#open += 1;
  }

  end({ endpoint, status, whole, firstByteMs, totalMs, notes }: RequestRecord): void {
    this.#open -= 1;
    this.#requests.add({ endpoint, status: String(status) });
    if (!whole) this.#broken.add({ endpoint });
    this.#duration.add(endpoint, totalMs / 1000);
    if (firstByteMs !== undefined) this.#firstByte.add(endpoint, firstByteMs / 1000);
    for (const [kind, tokens] of [
      ["input", notes.inputTokens],
      ["cached", notes.cachedTokens],
      ["output", notes.outputTokens],
    ] as const) {
      if (tokens !== undefined && tokens > 0) this.#tokens.add({ kind }, tokens);
    }
    const { compaction } = notes;
    if (compaction !== undefined)
      this.#compactions.add({ kind: COMPACTIONS.has(compaction) ? compaction : "other" });
  }

  text(): string {
    const cpu = process.cpuUsage();
    return metricText([
      this.#requests.metric(),
      this.#broken.metric(),
      this.#tokens.metric(),
      this.#compactions.metric(),
      this.#duration.metric(),
      this.#firstByte.metric(),
      {
        name: "plimsoll_gateway_open_requests",
        help: "Requests that are being answered.",
        type: "gauge",
        samples: [{ value: this.#open }],
      },
      {
        name: "process_resident_memory_bytes",
        help: "Memory of the process.",
        type: "gauge",
        samples: [{ value: process.memoryUsage.rss() }],
      },
      {
        name: "process_cpu_seconds_total",
        help: "Processor time of the process.",
        type: "counter",
        samples: [{ value: (cpu.user + cpu.system) / 1e6 }],
      },
    ]);
  }
}
