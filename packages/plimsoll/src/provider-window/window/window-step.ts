import type { CacheLossCause } from "../request/cache-loss-cause.js";
import type { CompactionMetadata } from "../remote/compaction-metadata.js";
import type { ResetReason } from "../request/continuation-miss.js";
import { type ItemMark, markOf } from "../request/item-mark.js";
import type { RequestShape } from "../request/request-shape.js";
import type { ProviderBinding } from "../transport/responses-transport.js";
import type { HiddenItem, ProviderWindowState, WindowShelf, WindowUsage } from "./provider-window-state.js";
import type { WindowItem } from "./window-item.js";

/** One change of a window. Its log is a list of these; the window is what they add up to. */
export type WindowStep =
  /** The caller's list begins with `from` items that were known, and then has `marks`; the newest `pending` wait for an answer. */
  | {
      readonly step: "listed";
      readonly binding: ProviderBinding;
      readonly from: number;
      readonly marks: readonly ItemMark[];
      readonly pending: number;
    }
  | {
      readonly step: "received";
      readonly responseId: string;
      readonly stored: boolean;
      readonly shape: RequestShape;
      readonly marks: readonly ItemMark[];
      readonly model?: string;
      readonly usage?: Omit<WindowUsage, "items">;
      readonly loss?: CacheLossCause;
      /** Of a compaction that the server made by itself. */
      readonly metadata?: CompactionMetadata;
    }
  /** The provider is asked to compact. Changes nothing: a process that ended here has compacted nothing. */
  | { readonly step: "compacting"; readonly covered: number }
  | {
      readonly step: "replaced";
      readonly reason: ResetReason;
      readonly head: readonly WindowItem[];
      readonly covered: number;
      /** Stored items of the head that are not as they are sent. */
      readonly hidden?: readonly HiddenItem[];
      readonly metadata?: CompactionMetadata;
    }
  /** The caller's list begins with the window itself. */
  | { readonly step: "adopted" }
  /** The caller's list no longer begins with what the head stands for. */
  | { readonly step: "uncovered" }
  /** It does again. */
  | { readonly step: "restored" }
  | { readonly step: "reset"; readonly reason: ResetReason };

/** Compacted, remotely or here, and not answered since. */
export const isCompacted = ({ reset }: Pick<ProviderWindowState, "reset">): boolean =>
  reset === "remote_compaction" || reset === "local_compaction" || reset === "window_rebuilt";

const COMPACTION_TYPE = /^(compaction|compaction_summary|context_compaction)$/;

/** True for the mark of an encrypted item that stands for what was compacted. */
export const isCompactionMark = ({ type }: ItemMark): boolean => COMPACTION_TYPE.test(type);

/** The marks of the window: of its head, and of the list from where that ends. */
function windowMarks(state: Pick<ProviderWindowState, "head" | "list" | "covered">): readonly ItemMark[] {
  return [...state.head.map(markOf), ...state.list.slice(state.covered)];
}

/** The window after a step; undefined for a step that cannot follow. */
export function applyStep(state: ProviderWindowState, step: WindowStep): ProviderWindowState | undefined {
  switch (step.step) {
    case "listed":
      return applyListed(state, step);
    case "received":
      return indexed(applyReceived(state, step));
    case "compacting":
      return step.covered <= state.list.length ? state : undefined;
    case "replaced":
      return step.covered <= state.list.length ? indexed(applyReplaced(state, step)) : undefined;
    case "adopted":
      return indexed({ ...withoutHead(state), list: windowMarks(state) });
    case "uncovered":
      return indexed({ ...withoutHead(state), ...shelved(state) });
    case "restored":
      return state.shelf && indexed(applyRestored(state, state.shelf));
    case "reset":
      return withoutBase(state, step.reason);
  }
}

type StepOf<Name extends WindowStep["step"]> = Extract<WindowStep, { readonly step: Name }>;

function applyListed(state: ProviderWindowState, step: StepOf<"listed">): ProviderWindowState | undefined {
  if (step.from > state.list.length || step.from < state.covered) return undefined;
  const list = [...state.list.slice(0, step.from), ...step.marks];
  const pending = step.pending === 0 ? [] : list.slice(-step.pending);
  return indexed({ ...state, binding: step.binding, list, pending });
}

function applyReceived(state: ProviderWindowState, step: StepOf<"received">): ProviderWindowState {
  const list = [...state.list, ...step.marks];
  const prefix = windowMarks({ ...state, list });
  const { reset: _reset, usage: _usage, ...rest } = state;
  const losses = { ...state.cacheLosses };
  if (step.loss !== undefined) losses[step.loss] = (losses[step.loss] ?? 0) + 1;
  return {
    ...rest,
    list,
    base: { responseId: step.responseId, stored: step.stored, shape: step.shape, prefix },
    ...(step.model === undefined ? {} : { model: step.model }),
    sent: state.pending,
    returned: step.marks,
    pending: [],
    responses: state.responses + 1,
    cacheLosses: losses,
    ...(step.usage ? { usage: { ...step.usage, items: prefix.length } } : {}),
    ...(step.usage && isCompacted(state) ? { floor: step.usage.input } : {}),
    ...(step.metadata ? { compactions: [...state.compactions, step.metadata] } : {}),
  };
}

function withoutHead({ hidden: _hidden, ...state }: ProviderWindowState): ProviderWindowState {
  return { ...state, head: [], covered: 0 };
}

const shelved = ({ head, hidden, list, covered }: ProviderWindowState): Pick<ProviderWindowState, "shelf"> =>
  covered === 0 ? {} : { shelf: { head, ...(hidden ? { hidden } : {}), list: list.slice(0, covered) } };

function applyRestored(state: ProviderWindowState, shelf: WindowShelf): ProviderWindowState {
  const { shelf: _shelf, usage: _usage, ...rest } = withoutHead(state);
  return { ...rest, ...shelf, covered: shelf.list.length, pending: [] };
}

function applyReplaced(state: ProviderWindowState, step: StepOf<"replaced">): ProviderWindowState {
  const { usage: _usage, shelf: _shelf, ...rest } = withoutHead(withoutBase(state, step.reason));
  return {
    ...rest,
    head: step.head,
    covered: step.covered,
    ...(step.hidden ? { hidden: step.hidden } : {}),
    ...(state.usage ? { usage: { ...state.usage, items: 0 } } : {}),
    ...(step.metadata ? { compactions: [...state.compactions, step.metadata] } : {}),
  };
}

function withoutBase(state: ProviderWindowState, reset: ResetReason): ProviderWindowState {
  const { base: _base, ...rest } = state;
  return { ...rest, reset };
}

function indexed(state: ProviderWindowState): ProviderWindowState {
  const compactionIndexes = windowMarks(state).flatMap((mark, index) =>
    isCompactionMark(mark) ? [index] : [],
  );
  return { ...state, compactionIndexes };
}
