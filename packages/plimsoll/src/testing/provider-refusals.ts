import { formatKit } from "./synthetic-formats.js";

/**
 * What a provider would refuse of a list that it is sent, one message per refusal; empty for one that it takes. Reads the
 * wire shapes themselves, not the library's views of them.
 */
export function providerRefusals(formatName: string, items: readonly unknown[]): string[] {
  return formatKit(formatName).refusals(items);
}
