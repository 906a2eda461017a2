import type { Metric } from "./metric-text.js";

const MAX_SERIES = 2000;

/** Numbers that only grow, by labels that the configuration or this code names. */
export class Counters {
  readonly #about: Omit<Metric, "samples" | "type">;
  readonly #series = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();

  constructor(about: Omit<Metric, "samples" | "type">) {
    this.#about = about;
  }

  add(labels: Readonly<Record<string, string>>, amount: number = 1): void {
    const key = JSON.stringify(labels);
    const known = this.#series.get(key);
    if (known) known.value += amount;
    else if (this.#series.size < MAX_SERIES) this.#series.set(key, { labels, value: amount });
  }

  metric(): Metric {
    return { ...this.#about, type: "counter", samples: [...this.#series.values()] };
  }
}
