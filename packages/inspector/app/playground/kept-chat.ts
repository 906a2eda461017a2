import type { ChatEntry } from "./chat-entry.ts";
import type { WireItem } from "./stream-answer.ts";

/** A chat as it is kept in its tab: whoever looks at another view, or loads the page again, goes on where he was. */
export interface KeptChat {
  readonly name: string;
  /** The gateway's name of it, once it has one. */
  readonly session: string;
  readonly entries: readonly ChatEntry[];
  /** What is sent with the next request. */
  readonly items: readonly WireItem[];
  readonly model: string;
  readonly compactAt: number;
}

const KEY = "plimsoll.chat";

const FRESH = { session: "", entries: [], items: [], model: "", compactAt: 0 } as const;

export function readChat(): KeptChat {
  const name = `playground-${crypto.randomUUID().slice(0, 8)}`;
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<KeptChat>;
    return { name, ...FRESH, ...kept };
  } catch {
    return { name, ...FRESH };
  }
}

/** Chats that somebody ended: an answer that was under way must not bring them back. */
const ended = new Set<string>();

export function keepChat(chat: KeptChat): void {
  if (ended.has(chat.name)) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chat));
  } catch {
    // Too large for the tab: the chat goes on, and is gone with the page.
    sessionStorage.removeItem(KEY);
  }
}

export function dropChat(): void {
  ended.add(readChat().name);
  sessionStorage.removeItem(KEY);
}
