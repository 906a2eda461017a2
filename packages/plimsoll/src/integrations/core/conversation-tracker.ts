import { BoundedMap } from "../../collections/bounded-map.js";
import { sameContent } from "../../conversation/same-content.js";
import { BackgroundCompaction } from "./background-compaction.js";
import { ClearFit } from "./clear-fit.js";
import type { Conversation } from "./conversation.js";
import { OpeningIndex } from "./opening-index.js";
import { SeenTurns } from "./seen-turns.js";
import { startsWith } from "./starts-with.js";

export interface ConversationTrackerOptions {
  readonly maxConversations: number;
  newSessionId(): string;
  /** A conversation that is no longer remembered. Without an id of its own it cannot be found again. */
  forgotten(sessionId: string, hasOwnId: boolean): void;
}

export interface FoundConversation<W extends object> {
  readonly conversation: Conversation<W>;
  /** The last window plus the new items; the list unchanged if it does not continue the last one. */
  readonly extended: W[];
  /** So many items were in the last list too; undefined if this one does not continue it. */
  readonly known?: number;
  /** For a new conversation: the session of the one that it has most in common with. */
  readonly branchOf?: string;
}

/**
 * Finds the conversation of a request by its content. A list belongs to the conversation whose last list it
 * continues: the one the caller passed, or the one that was sent for it. Two runs with the same start separate
 * where their lists differ, so concurrent runs and nested agents never see each other's state.
 */
export class ConversationTracker<W extends object> {
  readonly #options: ConversationTrackerOptions;
  /** Least recently used first. */
  readonly #live: BoundedMap<string, LiveConversation<W>>;
  readonly #unnamed = new Set<string>();
  /** The unnamed ones, by what their lists begin with. */
  readonly #openings = new OpeningIndex<LiveConversation<W>>();

  constructor(options: ConversationTrackerOptions) {
    this.#options = options;
    this.#live = new BoundedMap(options.maxConversations, (sessionId, conversation) => {
      conversation.leave();
      options.forgotten(sessionId, !this.#unnamed.delete(sessionId));
    });
  }

  has(sessionId: string): boolean {
    return this.#live.has(sessionId);
  }

  get size(): number {
    return this.#live.size;
  }

  /** The conversation of a list; with a `sessionId`, that session, whatever the list holds. */
  find(items: readonly W[], sessionId?: string): FoundConversation<W> {
    const known = sessionId === undefined ? this.#longestStart(items) : this.#live.get(sessionId);
    const branchOf = known || sessionId !== undefined ? undefined : this.#closest(items);
    const conversation = known ?? this.#begin(sessionId);
    this.#live.set(conversation.sessionId, conversation);
    const { given, sent } = conversation;
    const goesOn = sent.length > 0 && startsWith(items, given);
    const extended = goesOn ? [...sent, ...items.slice(given.length)] : [...items];
    conversation.given = [...items];
    conversation.sent = extended;
    return {
      conversation,
      extended,
      ...(goesOn || !known ? { known: given.length } : {}),
      ...(branchOf === undefined ? {} : { branchOf }),
    };
  }

  /** The session of the conversation without a name that a list continues. */
  sessionOf(items: readonly W[]): string | undefined {
    return this.#longestStart(items)?.sessionId;
  }

  /** Nothing more is prepared; what has begun goes on. */
  close(): void {
    for (const { background } of this.#live.values()) background.close();
  }

  /** Resolves when nothing is being prepared in the background any more. */
  async settled(): Promise<void> {
    await Promise.all([...this.#live.values()].map(({ background }) => background.settled()));
  }

  #begin(sessionId: string | undefined): LiveConversation<W> {
    const id = sessionId ?? this.#options.newSessionId();
    if (sessionId !== undefined) return new LiveConversation(id);
    this.#unnamed.add(id);
    return new LiveConversation(id, this.#openings);
  }

  #longestStart(items: readonly W[]): LiveConversation<W> | undefined {
    let found: LiveConversation<W> | undefined;
    let longest = 0;
    for (const conversation of this.#openings.alike(items)) {
      for (const list of [conversation.given, conversation.sent]) {
        if (list.length < longest || list.length === 0) continue;
        if ((found === conversation && list.length === longest) || !startsWith(items, list)) continue;
        found = conversation;
        longest = list.length;
      }
    }
    return found;
  }

  #closest(items: readonly W[]): string | undefined {
    let found: string | undefined;
    let longest = 0;
    for (const { sessionId, given } of this.#openings.alike(items)) {
      const common = commonLength(items, given);
      if (common <= longest) continue;
      found = sessionId;
      longest = common;
    }
    return found;
  }
}

/** A conversation that is found by what its lists begin with, if it has an index. */
class LiveConversation<W extends object> implements Conversation<W> {
  readonly sessionId: string;
  usage: unknown = undefined;
  readonly background = new BackgroundCompaction<W>();
  readonly fit = new ClearFit<W>();
  readonly turns = new SeenTurns<W>();
  left: Conversation<W>["left"] = [];
  #openings: OpeningIndex<LiveConversation<W>> | undefined;
  #given: readonly W[] = [];
  #sent: readonly W[] = [];

  constructor(sessionId: string, openings?: OpeningIndex<LiveConversation<W>>) {
    this.sessionId = sessionId;
    this.#openings = openings;
  }

  get given(): readonly W[] {
    return this.#given;
  }

  set given(list: readonly W[]) {
    this.#move(this.#given, list);
    this.#given = list;
  }

  get sent(): readonly W[] {
    return this.#sent;
  }

  set sent(list: readonly W[]) {
    this.#move(this.#sent, list);
    this.#sent = list;
  }

  /** It is found no more. */
  leave(): void {
    this.#openings?.remove(this, this.#given);
    this.#openings?.remove(this, this.#sent);
    this.#openings = undefined;
  }

  #move(from: readonly W[], to: readonly W[]): void {
    this.#openings?.remove(this, from);
    this.#openings?.add(this, to);
  }
}

function commonLength(left: readonly object[], right: readonly object[]): number {
  let length = 0;
  while (length < left.length && length < right.length && sameContent(left[length], right[length])) length++;
  return length;
}
