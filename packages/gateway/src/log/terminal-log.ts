import type { Redactor } from "plimsoll";
import type { GatewayLog, RequestRecord } from "./gateway-log.js";

export interface TerminalLogOptions {
  readonly redactor: Redactor;
  /** Draws one line in the place of the one before. */
  progress(line: string): void;
  /** Writes a line that stays. */
  line(text: string): void;
}

/** One line for the one who watches: what was answered so far, and the last request. */
export class TerminalLog implements GatewayLog {
  readonly #options: TerminalLogOptions;
  #requests = 0;
  #failed = 0;
  #input = 0;
  #cached = 0;
  #compactions = 0;

  constructor(options: TerminalLogOptions) {
    this.#options = options;
  }

  request(record: RequestRecord): void {
    const { status, notes } = record;
    this.#requests += 1;
    if (status === 0 || status >= 400) this.#failed += 1;
    this.#input += notes.inputTokens ?? 0;
    this.#cached += notes.cachedTokens ?? 0;
    if (notes.compaction !== undefined) this.#compactions += 1;
    const parts = [
      counted(this.#requests, "request"),
      ...(this.#failed === 0 ? [] : [`${this.#failed} failed`]),
      ...(this.#input === 0 ? [] : [`${short(this.#input)} tokens in, ${short(this.#cached)} cached`]),
      ...(this.#compactions === 0 ? [] : [counted(this.#compactions, "compaction")]),
      lastOf(record),
    ];
    this.#options.progress(this.#options.redactor.text(parts.join(" · ")));
  }

  say(level: "info" | "warning" | "error", message: string): void {
    const text = level === "info" ? message : `${level}: ${message}`;
    this.#options.line(this.#options.redactor.text(text));
  }
}

function lastOf({ endpoint, status, totalMs, notes }: RequestRecord): string {
  const time = totalMs < 1000 ? `${Math.round(totalMs)} ms` : `${(totalMs / 1000).toFixed(1)} s`;
  return [endpoint, notes.route, notes.compaction, status === 0 ? "left" : status, time]
    .filter((part) => part !== undefined)
    .join(" ");
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function short(tokens: number): string {
  if (tokens < 10_000) return String(tokens);
  return tokens < 1_000_000 ? `${Math.round(tokens / 1000)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}
