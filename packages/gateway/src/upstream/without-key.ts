import type { Route } from "../routes/route.js";

/** A shorter one could be any word. */
const LEAST_LENGTH = 8;

/** What an upstream says when it refuses, without the key that it was sent: some repeat it, whatever its form. */
export function withoutKey(text: string, { key }: Pick<Route["upstream"], "key">): string {
  const own = key() ?? "";
  return own.length < LEAST_LENGTH ? text : text.replaceAll(own, "[key]");
}
