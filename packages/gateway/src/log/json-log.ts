import type { Redactor } from "plimsoll";
import type { GatewayLog, RequestRecord } from "./gateway-log.js";

export interface JsonLogOptions {
  readonly redactor: Redactor;
  write(line: string): void;
  /** @default the time of the machine */
  now?(): Date;
}

const MAX_TEXT = 2000;

/** One JSON line for each request, without its content, and with every secret taken out. */
export class JsonLog implements GatewayLog {
  readonly #options: JsonLogOptions;

  constructor(options: JsonLogOptions) {
    this.#options = options;
  }

  request({ notes, ...record }: RequestRecord): void {
    this.#write({
      event: "request",
      id: record.id,
      endpoint: record.endpoint,
      tenant: record.tenant,
      status: record.status,
      cut: record.whole ? undefined : true,
      route: notes.route,
      upstream: notes.upstream,
      input_tokens: notes.inputTokens,
      cached_tokens: notes.cachedTokens,
      output_tokens: notes.outputTokens,
      tokens_estimated: notes.tokensEstimated,
      compaction: notes.compaction,
      first_byte_ms: rounded(record.firstByteMs),
      total_ms: rounded(record.totalMs),
      error: notes.error?.slice(0, MAX_TEXT),
    });
  }

  say(level: "info" | "warning" | "error", message: string): void {
    this.#write({ event: "message", level, message: message.slice(0, MAX_TEXT) });
  }

  #write(line: Readonly<Record<string, unknown>>): void {
    const { redactor, write, now } = this.#options;
    const ts = (now?.() ?? new Date()).toISOString();
    write(`${JSON.stringify({ ts, ...redactor.value(line) })}\n`);
  }
}

function rounded(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Math.round(milliseconds * 10) / 10;
}
