import type { Origin } from "./origin.js";
import { type Unit, unitText } from "./unit.js";

/** The chosen units of one origin, in order. */
interface OriginGroup {
  readonly origin: Origin;
  /** The calls themselves, in one line each. */
  readonly calls: Unit[];
  readonly units: Unit[];
}

const isCall = ({ kind }: Unit): boolean => kind === "call" || kind === "edit";

/** The groups, that with the newest line last. */
function groupsOf(units: readonly Unit[]): OriginGroup[] {
  const groups = new Map<Origin, OriginGroup>();
  for (const unit of units) {
    const { origin } = unit;
    if (origin === undefined) continue;
    const group = groups.get(origin) ?? { origin, calls: [], units: [] };
    (isCall(unit) ? group.calls : group.units).push(unit);
    groups.delete(origin);
    groups.set(origin, group);
  }
  return [...groups.values()];
}

/** What a heading in full says already of a call. */
const MOST_BESIDE_HEADING = 40;

/** The heading of a group, and the calls that say more than it. */
function headed({ origin, calls }: OriginGroup): {
  readonly heading: string;
  readonly calls: readonly Unit[];
} {
  if (calls.length === 0) return { heading: origin.heading, calls };
  const longer = calls.filter((call) => unitText(call).length > origin.full.length + MOST_BESIDE_HEADING);
  return { heading: longer.length < calls.length ? origin.full : origin.heading, calls: longer };
}

/**
 * Lines of the work under where they come from: a file, a command, a call. What needs no heading stands first: calls
 * without anything of their results, and files with one line.
 */
export function renderWork(
  units: readonly Unit[],
  linesOf: (units: readonly Unit[]) => readonly string[],
): string[] {
  const lines: string[] = [...linesOf(units.filter(({ origin }) => origin === undefined))];
  const below: string[] = [];
  for (const group of groupsOf(units)) {
    if (group.units.length === 0) {
      lines.push(...linesOf(group.calls));
      continue;
    }
    const { heading, calls } = headed(group);
    const own = linesOf([...calls, ...group.units]);
    const [only = ""] = own;
    if (group.origin.kind === "file" && own.length === 1 && only.startsWith(" "))
      lines.push(` ${heading}:${only}`);
    else below.push(`${heading}:`, ...own);
  }
  return [...lines, ...below];
}
