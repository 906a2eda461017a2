import { sameItem } from "../../conversation/same-item.js";
import { openJson, type OriginalCipher, sealJson } from "../../engine/commit/seal-json.js";
import { isRecord } from "../../text/is-record.js";
import { sha256 } from "../../text/sha256.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { StorageAdapter, StoredEntry } from "../../stores/storage-adapter.js";
import { type ItemMark, markOf, sameMark } from "../request/item-mark.js";
import { parseStep } from "./parse-window-state.js";
import {
  EMPTY_WINDOW,
  type HiddenItem,
  type ProviderWindowState,
  WINDOW_VERSION,
} from "./provider-window-state.js";
import { applyStep, type WindowStep } from "./window-step.js";
import { isCompactionItem, payloadOf, type WindowItem } from "./window-item.js";

export interface WindowLogOptions {
  readonly sessionId: string;
  readonly storage: StorageAdapter;
  readonly redactor: Redactor;
  /** Seals what redaction would change, so that another process can send it. Absent: the caller's list must have it. */
  readonly cipher?: OriginalCipher;
  /** ISO 8601. */
  now(): string;
}

/**
 * The window of a session in its archive: one entry of kind `window` for every step, in order. A process may end
 * between any two of them; what is there is always a window. Two processes that write at once are noticed.
 */
export class WindowLog {
  readonly #options: WindowLogOptions;
  #sequence = 0;

  constructor(options: WindowLogOptions) {
    this.#options = options;
  }

  /** The window as the log has it. What cannot be read is left behind: the next request is then a full one. */
  async load(): Promise<ProviderWindowState> {
    const { storage, sessionId } = this.#options;
    let state = EMPTY_WINDOW;
    this.#sequence = 0;
    for (const entry of await storage.read(sessionId, ["window"])) {
      const stored = readEntry(entry);
      const follows = stored !== undefined && stored.sequence === this.#sequence;
      const step = follows ? await this.#opened(stored.step) : undefined;
      state = (step && applyStep(state, step)) ?? unreadable(state);
      this.#sequence = (stored?.sequence ?? this.#sequence) + 1;
    }
    return state;
  }

  /** Stores a step after the entries that it refers to; when the promise resolves it survives a crash. */
  async append(step: WindowStep, before: readonly StoredEntry[] = []): Promise<void> {
    const { storage, sessionId, now } = this.#options;
    const sequence = this.#sequence;
    const data = { version: WINDOW_VERSION, sequence, ...(await this.#storable(step)) };
    const ts = now();
    const id = `win_${sequence}_${sha256(`${ts}\n${step.step}\n${sequence}`).slice(0, 16)}`;
    await storage.append(sessionId, [...before, { kind: "window", id, ts, data }]);
    this.#sequence = sequence + 1;
  }

  /** Readable items without their secrets; what is encrypted stays byte for byte. */
  async #storable(step: WindowStep): Promise<WindowStep> {
    if (step.step !== "replaced") return step;
    const head: WindowItem[] = [];
    const hidden: HiddenItem[] = [];
    for (const [position, item] of step.head.entries()) {
      const stored = storableItem(item, this.#options.redactor);
      head.push(stored);
      if (!sameItem(item, stored)) hidden.push(await this.#hide(item, position));
    }
    return { ...step, head, ...(hidden.length > 0 ? { hidden } : {}) };
  }

  async #hide(item: WindowItem, position: number): Promise<HiddenItem> {
    const mark = markOf(item);
    const { cipher } = this.#options;
    if (!cipher) return { position, mark };
    return { position, mark, sealed: await sealJson(cipher, item, this.#context(mark.hash)) };
  }

  /** A stored step with the sealed items in their places; those that do not open stay hidden. */
  async #opened(step: WindowStep): Promise<WindowStep> {
    if (step.step !== "replaced" || !step.hidden) return step;
    const { hidden, ...rest } = step;
    const head = [...step.head];
    const left: HiddenItem[] = [];
    for (const { position, mark, sealed } of hidden) {
      const own = sealed === undefined ? undefined : await this.#open(sealed, mark);
      if (own) head[position] = own;
      else left.push({ position, mark });
    }
    return { ...rest, head, ...(left.length > 0 ? { hidden: left } : {}) };
  }

  async #open(sealed: string, mark: ItemMark): Promise<WindowItem | undefined> {
    const { cipher } = this.#options;
    if (!cipher) return undefined;
    try {
      const item = await openJson(cipher, sealed, this.#context(mark.hash));
      return isRecord(item) && sameMark(markOf(item), mark) ? item : undefined;
    } catch {
      return undefined;
    }
  }

  /** A sealed item opens only in its own session and as what it was. */
  #context(hash: string): string {
    return JSON.stringify(["window", this.#options.sessionId, hash]);
  }
}

/** An item as it may be stored: redacted, but for its encrypted payload. */
export function storableItem(item: WindowItem, redactor: Redactor): WindowItem {
  if (isCompactionItem(item)) return item;
  const redacted = redactor.value(item);
  const payload = payloadOf(item);
  return payload === undefined || payloadOf(redacted) === payload
    ? redacted
    : { ...redacted, encrypted_content: payload };
}

function readEntry({ data }: StoredEntry): { sequence: number; step: WindowStep } | undefined {
  if (!isRecord(data)) return undefined;
  const { version, sequence, ...rest } = data;
  if (version !== WINDOW_VERSION || typeof sequence !== "number" || !Number.isSafeInteger(sequence))
    return undefined;
  const step = parseStep(rest);
  return step && { sequence, step };
}

/** What is known for sure: which encrypted items were minted by whom. Everything else is sent again. */
function unreadable(state: ProviderWindowState): ProviderWindowState {
  return {
    ...EMPTY_WINDOW,
    ...(state.binding ? { binding: state.binding } : {}),
    responses: state.responses,
    compactions: state.compactions,
    cacheLosses: state.cacheLosses,
    reset: "stored_window_unreadable",
  };
}
