import type { CompactionReport } from "plimsoll";
import type { DemoOptions } from "../command-options.js";
import { formatNumber, formatReduction } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { table } from "../output/table.js";
import type { DemoReport } from "./demo-tally.js";

const BAR_WIDTH = 40;
/** Where the bar turns from green to yellow to red: the default target and trigger. */
const YELLOW_FROM = 0.5;
const RED_FROM = 0.85;

/** The window filling and being compacted: a bar that is redrawn on a terminal, else one line per compaction. */
export class DemoView {
  readonly #output: Output;
  readonly #window: number;

  constructor(output: Output, window: number) {
    this.#output = output;
    this.#window = window;
  }

  async open(options: DemoOptions): Promise<void> {
    if (this.#output.json) return;
    const { bold } = this.#output.colors;
    await this.#output.line(
      `${bold("A synthetic agent session")} (seed ${options.seed}) in a window of ${formatNumber(this.#window)} tokens, ` +
        "embedded summarizer, no API key",
    );
  }

  filling(turn: number, tokens: number): void {
    if (this.#output.live) this.#output.progress(this.#bar(turn, tokens));
  }

  async compacted(turn: number, compaction: CompactionReport): Promise<void> {
    if (this.#output.json) return;
    const { tokensBefore, tokensAfter, version, removed, summaryTokens } = compaction;
    const { cyan } = this.#output.colors;
    await this.#output.line(
      `${this.#bar(turn, tokensBefore)} ${cyan(`→ ${formatNumber(tokensAfter)}`)} (${formatReduction(tokensBefore, tokensAfter)}): ` +
        `summary v${version}, ${formatNumber(summaryTokens)} tokens, replaces ${formatNumber(removed.length)} items`,
    );
  }

  async close(report: DemoReport): Promise<void> {
    const of = ({ kept, all }: { readonly kept: number; readonly all: number }): string =>
      `${formatNumber(kept)} of ${formatNumber(all)}`;
    const { green, red, bold } = this.#output.colors;
    const fits = report.largest_request <= report.window;
    const rows: readonly (readonly [string, string])[] = [
      ["turns", formatNumber(report.turns)],
      ["requests", formatNumber(report.requests)],
      ["compactions", formatNumber(report.compactions)],
      ["window", `${formatNumber(report.window)} tokens`],
      ["largest request", `${formatNumber(report.largest_request)} tokens`],
      ["tokens in: the whole session", `${formatNumber(report.history_tokens)} (${windows(report)} windows)`],
      ["tokens out: the last window", formatNumber(report.last_window_tokens)],
      ["tokens of all requests", formatNumber(report.sent_tokens)],
      [
        "  without compaction",
        `${formatNumber(report.uncompacted_tokens)}, ${formatNumber(report.rescued_requests)} requests over the window`,
      ],
      ["kept: protected items", of(report.protected)],
      ["kept: files the user named", of(report.paths)],
      ["kept: the first request's file", report.first_request_named ? "yes" : "no"],
      ["removed, readable by id", of({ kept: report.removed.readable, all: report.removed.all })],
    ];
    await this.#output.line();
    await this.#output.line(table([{ title: "the session" }, { title: "" }], rows));
    await this.#output.line();
    await this.#output.line(
      fits
        ? bold(green("No request was larger than the window."))
        : bold(red("A request was larger than the window.")),
    );
  }

  #bar(turn: number, tokens: number): string {
    const { green, yellow, red } = this.#output.colors;
    const share = Math.min(1, tokens / this.#window);
    const paint = share >= RED_FROM ? red : share >= YELLOW_FROM ? yellow : green;
    const filled = Math.round(share * BAR_WIDTH);
    const bar = paint("█".repeat(filled)) + "░".repeat(BAR_WIDTH - filled);
    return `turn ${String(turn).padStart(3)} ${bar} ${formatNumber(tokens).padStart(8)}`;
  }
}

const windows = (report: DemoReport): string => (report.history_tokens / report.window).toFixed(1);
