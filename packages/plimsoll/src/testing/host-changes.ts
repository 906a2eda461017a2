import type { FormatKit } from "./format-kit.js";
import { seededRandom } from "./seeded-random.js";
import { formatKit } from "./synthetic-formats.js";

/** What a host may change about items that it sends again, without changing what they say. */
export interface HostChanges {
  readonly seed: number;
  /** Puts the cache mark on the last messages, as Anthropic advises, and takes it from the others. @default true */
  readonly marks?: boolean;
  /** Changes or leaves out the ids and statuses of items. @default true */
  readonly ids?: boolean;
}

/** Items that are known by their id alone keep it. */
const NAMED: ReadonlySet<unknown> = new Set(["item_reference", "mcp_approval_request", "local_shell_call"]);

/** The list as a host sends it again: clones, with the marks moved and ids and statuses changed; the same content. */
export function changedByHost(
  format: string,
  items: readonly object[],
  { seed, marks = true, ids = true }: HostChanges,
): object[] {
  const random = seededRandom(seed);
  const kit = formatKit(format);
  return items.map((item, index) => {
    const copy = structuredClone(item) as Record<string, unknown>;
    if (ids && !NAMED.has(copy["type"])) changeIds(kit, copy, random.integer(0, 2));
    return marks && index >= items.length - 2 ? (kit.marked?.(copy) ?? copy) : copy;
  });
}

function changeIds({ freshFields }: FormatKit, item: Record<string, unknown>, choice: number): void {
  if (!freshFields || choice === 0) return;
  delete item["id"];
  delete item["status"];
  const fresh = choice === 1 ? undefined : freshFields(item);
  if (fresh) Object.assign(item, { id: `host_${Object.keys(item).length}`, ...fresh });
}
