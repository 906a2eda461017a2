import type { ToolResultView } from "../../conversation/item-view.js";
import type { Format } from "../format.js";

const PROBE = "[evidence]";

/**
 * A copy of `wire` with these texts at these result positions of its view, if the format can distinguish them.
 */
export function replaceResults<W extends object>(
  format: Format<W>,
  wire: W,
  texts: ReadonlyMap<number, string>,
): W {
  if (texts.size === 0) return wire;
  if (format.withResults) return format.withResults(wire, texts);
  const { results } = format.view(wire);
  const known = ownIds(results);
  let replaced = wire;
  for (const [position, text] of texts) {
    const callId = results[position]?.callId;
    if (callId !== undefined && known.has(callId)) replaced = format.withResult(replaced, callId, text);
  }
  return replaced;
}

/**
 * The positions of the results that `replaceResults` can replace: not those that the format cannot distinguish or
 * that cannot hold a text. If results are replaced by id, the first represents the others.
 */
export function replaceableResults<W extends object>(format: Format<W>, wire: W): ReadonlySet<number> {
  const { results } = format.view(wire);
  const positions = [...results.keys()];
  const taking = (tried: readonly number[]): number[] => {
    const after = format.view(replaceResults(format, wire, new Map(tried.map((one) => [one, PROBE]))));
    return tried.filter((position) => after.results[position]?.text === PROBE);
  };
  if (format.withResults) return new Set(taking(positions));
  const known = ownIds(results);
  const apart = positions.filter((position) => known.has(results[position]?.callId ?? ""));
  return new Set(taking(apart.slice(0, 1)).length === 0 ? [] : apart);
}

/** The ids that one result alone has. */
function ownIds(results: readonly ToolResultView[]): ReadonlySet<string> {
  const [once, again] = [new Set<string>(), new Set<string>()];
  for (const { callId } of results) (once.has(callId) ? again : once).add(callId);
  for (const callId of again) once.delete(callId);
  return once;
}
