import type { Route } from "../routes/route.js";

export interface AlikeRoutes {
  readonly alike: readonly [Route, ...Route[]];
  /** The first that needs a request of its own, with those after it to stand in. What is kept is decided by the route that was asked for. */
  readonly next: Route | undefined;
}

/** A route with those of its fallbacks that can be asked the same, in their order up to the first that cannot. */
export function alikeRoutes(route: Route, isAlike: (other: Route) => boolean): AlikeRoutes {
  const { fallbacks, archive } = route;
  const end = fallbacks.findIndex((other) => !isAlike(other));
  if (end < 0) return { alike: [route, ...fallbacks], next: undefined };
  const [next, ...last] = fallbacks.slice(end);
  return {
    alike: [route, ...fallbacks.slice(0, end)],
    next: next && { ...next, archive, fallbacks: last },
  };
}
