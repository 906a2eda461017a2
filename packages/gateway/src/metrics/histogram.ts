import type { Metric, Sample } from "./metric-text.js";

/** How often a number was how large. */
export class Histogram {
  readonly #about: Omit<Metric, "samples" | "type">;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { counts: number[]; sum: number }>();

  constructor(about: Omit<Metric, "samples" | "type">, bounds: readonly number[]) {
    this.#about = about;
    this.#bounds = [...bounds, Number.POSITIVE_INFINITY];
  }

  add(endpoint: string, value: number): void {
    const series = this.#series.get(endpoint) ?? { counts: this.#bounds.map(() => 0), sum: 0 };
    this.#series.set(endpoint, series);
    const place = this.#bounds.findIndex((bound) => value <= bound);
    series.counts[place] = (series.counts[place] ?? 0) + 1;
    series.sum += value;
  }

  metric(): Metric {
    const samples = [...this.#series].flatMap(([endpoint, { counts, sum }]): Sample[] => {
      let total = 0;
      const buckets = this.#bounds.map((bound, index): Sample => {
        total += counts[index] ?? 0;
        const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound);
        return { suffix: "_bucket", labels: { endpoint, le }, value: total };
      });
      return [
        ...buckets,
        { suffix: "_sum", labels: { endpoint }, value: sum },
        { suffix: "_count", labels: { endpoint }, value: total },
      ];
    });
    return { ...this.#about, type: "histogram", samples };
  }
}
