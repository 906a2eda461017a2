import type { ItemView } from "./item-view.js";
import type { Pairing } from "./pairing.js";

/**
 * The smallest set of items that is kept or dropped whole: a message, or reasoning + calls + all their results.
 * Usually a run; foreign items between a call and its result are separate blocks.
 */
export interface Block {
  /** Ascending positions in the list. */
  readonly indexes: readonly number[];
  /** Has a tool call or a result. */
  readonly tool: boolean;
  /** Opens a turn: a message of the user. */
  readonly opensTurn: boolean;
}

/** Groups a list into blocks, in order of their first item. Every index is in exactly one block. */
export function buildBlocks(views: readonly ItemView[], pairing: Pairing): Block[] {
  const parent = views.map((_, index) => index);
  // The root of a set is its lowest index, and indexes are united with lower ones: paths stay short.
  const find = (index: number): number => {
    let root = index;
    while (parent[root] !== root) root = parent[root] as number;
    parent[index] = root;
    return root;
  };
  const unite = (a: number, b: number): void => {
    const [left, right] = [find(a), find(b)];
    if (left < right) parent[right] = left;
    else parent[left] = right;
  };
  for (const [call, result] of pairing.links) unite(call, result);
  uniteReasoning(views, unite);
  const members = new Map<number, number[]>();
  for (let index = 0; index < views.length; index++) {
    const root = find(index);
    const list = members.get(root);
    if (list) list.push(index);
    else members.set(root, [index]);
  }
  return [...members.values()].map((indexes) => describe(indexes, views));
}

/**
 * Reasoning belongs to what the model said next: the following item, and the calls directly after it, which came
 * from the same reasoning.
 */
function uniteReasoning(views: readonly ItemView[], unite: (a: number, b: number) => void): void {
  for (let index = 0; index < views.length; index++) {
    if (!views[index]?.bindsNext) continue;
    let next = index + 1;
    while (views[next]?.bindsNext) unite(index, next++);
    if (views[next]?.role !== "assistant") continue;
    unite(index, next);
    while (isOwnStep(views[next + 1])) unite(index, ++next);
    index = next;
  }
}

const isOwnStep = (view: ItemView | undefined): boolean =>
  view !== undefined &&
  view.role === "assistant" &&
  !view.bindsNext &&
  view.results.every(({ ownCall }) => ownCall !== undefined);

function describe(indexes: number[], views: readonly ItemView[]): Block {
  const own = indexes.map((index) => views[index] as ItemView);
  const first = own[0] as ItemView;
  return {
    indexes,
    tool: own.some((view) => view.calls.length > 0 || view.results.length > 0),
    opensTurn: first.role === "user" && first.results.length === 0,
  };
}
