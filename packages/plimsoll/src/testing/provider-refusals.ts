import { formatKit } from "./synthetic-formats.js";

/**
 * One message for each reason why a provider would refuse the list; empty if it accepts the list. Reads the wire
 * shapes themselves, not the library's views of them.
 */
export function providerRefusals(formatName: string, items: readonly unknown[]): string[] {
  return formatKit(formatName).refusals(items);
}
