import type { Route } from "../routes/route.js";

/** A refusal that names a smaller window than this is about something else. */
const LEAST_TOKENS = 1_000;

/** The windows that upstreams themselves named when they refused a request. They know better than any table. */
export class LearnedWindows {
  readonly #windows = new Map<string, number>();

  learn(route: Route, window: number | undefined): void {
    if (window === undefined || window < LEAST_TOKENS || window >= this.of(route)) return;
    this.#windows.set(keyOf(route), window);
  }

  /** The whole window of a route's model. */
  of(route: Route): number {
    return Math.min(route.window, this.#windows.get(keyOf(route)) ?? Number.POSITIVE_INFINITY);
  }
}

const keyOf = ({ upstream, upstreamModel }: Route): string => JSON.stringify([upstream.name, upstreamModel]);
