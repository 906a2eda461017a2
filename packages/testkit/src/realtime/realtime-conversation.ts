import { realtime, type RealtimeItem } from "plimsoll/realtime";

/** An item that a conversation holds. */
export type HeldItem = RealtimeItem & { readonly id: string };

const MAX_ID_CHARACTERS = 32;
const CHARACTERS_PER_TOKEN = 4;
/** A token of the assistant's speech is this long. */
export const MILLISECONDS_PER_TOKEN = 50;

/** Why the server refuses an event. */
export class RefusedEvent extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What an item costs: a token for four characters, and what its speech is said to cost. */
export function realtimeItemTokens(item: RealtimeItem): number {
  const { text, calls, results } = realtime.view(item);
  const called = calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
  const answered = results.reduce((sum, result) => sum + result.text.length, 0);
  return Math.ceil((text.length + called + answered) / CHARACTERS_PER_TOKEN) + (item.audio_tokens ?? 0);
}

/** The items of one Realtime conversation, with the rules by which the API changes them. */
export class RealtimeConversation {
  readonly #items: HeldItem[] = [];
  #ids = 0;

  get items(): readonly HeldItem[] {
    return this.#items;
  }

  get tokens(): number {
    return this.#items.reduce((sum, item) => sum + realtimeItemTokens(item), 0);
  }

  /** Outputs whose call is not there. */
  get orphans(): readonly HeldItem[] {
    const calls = new Set(this.#items.filter(isCall).map((item) => item.call_id));
    return this.#items.filter((item) => item.type === "function_call_output" && !calls.has(item.call_id));
  }

  find(id: unknown): HeldItem {
    const item = this.#items.find((held) => held.id === id);
    if (item) return item;
    throw new RefusedEvent("item_not_found", `There is no item ${JSON.stringify(id)} in the conversation.`);
  }

  /** Puts an item in as a client asks for it, and gives the id of the one before it. */
  create(
    item: RealtimeItem,
    previousId: unknown,
  ): { readonly item: HeldItem; readonly previous: string | null } {
    this.#check(item);
    const held = { ...item, id: item.id ?? this.newId() };
    const at = this.#placeAfter(previousId);
    this.#items.splice(at, 0, held);
    return { item: held, previous: this.#items[at - 1]?.id ?? null };
  }

  /** Puts an item at the end, as the server does itself. */
  append(item: HeldItem): string | null {
    this.#items.push(item);
    return this.#items.at(-2)?.id ?? null;
  }

  replace(item: HeldItem): void {
    this.#items[this.#items.indexOf(this.find(item.id))] = item;
  }

  delete(id: unknown): HeldItem {
    const item = this.find(id);
    this.#items.splice(this.#items.indexOf(item), 1);
    return item;
  }

  /** Shortens speech of the assistant to what was heard, and removes its transcript, which says more. */
  cutSpeech(id: unknown, index: unknown, end: unknown): void {
    const item = this.find(id);
    const parts = (item.content ?? []) as readonly { readonly type?: string }[];
    if (item.role !== "assistant" || parts[Number(index)]?.type !== "output_audio")
      throw new RefusedEvent("invalid_value", "Only speech of the assistant can be truncated.");
    const tokens = item.audio_tokens ?? 0;
    if (typeof end !== "number" || end < 0 || end > tokens * MILLISECONDS_PER_TOKEN)
      throw new RefusedEvent("invalid_value", `The speech is shorter than ${String(end)} ms.`);
    const content = parts.map((part, at) => (at === index ? { type: "output_audio" } : part));
    this.replace({ ...item, content, audio_tokens: Math.ceil(end / MILLISECONDS_PER_TOKEN) });
  }

  newId(): string {
    return `item_${String(++this.#ids).padStart(6, "0")}`;
  }

  #placeAfter(previousId: unknown): number {
    if (previousId === undefined || previousId === null) return this.#items.length;
    return previousId === "root" ? 0 : this.#items.indexOf(this.find(previousId)) + 1;
  }

  #check(item: RealtimeItem): void {
    const { id } = item;
    if (id !== undefined && (typeof id !== "string" || id === "" || id.length > MAX_ID_CHARACTERS))
      throw new RefusedEvent(
        "string_above_max_length",
        `The id ${JSON.stringify(id)} has more than 32 characters.`,
      );
    if (this.#items.some((held) => held.id === id))
      throw new RefusedEvent("item_already_exists", `There is an item ${JSON.stringify(id)} already.`);
    if (
      item.type === "function_call_output" &&
      !this.#items.some((held) => isCall(held) && held.call_id === item.call_id)
    )
      throw new RefusedEvent("invalid_tool_call_id", `No call has the id ${JSON.stringify(item.call_id)}.`);
    if (item.type === "message") checkContent(item);
    if (item.audio_tokens !== undefined)
      throw new RefusedEvent("unknown_parameter", "There is no such parameter: item.audio_tokens.");
  }
}

const isCall = (item: RealtimeItem): boolean => item.type === "function_call";

const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ["input_text"],
  user: ["input_text", "input_audio", "input_image"],
  assistant: ["output_text"],
};

/** A client cannot put in what the assistant said aloud, and every role has its own kinds of parts. */
function checkContent({ role = "", content }: RealtimeItem): void {
  const allowed = PARTS[role];
  const types = (content ?? []).map((part) => (part as { readonly type?: string }).type ?? "");
  const wrong = types.find((type) => !allowed?.includes(type));
  if (!allowed || wrong !== undefined)
    throw new RefusedEvent(
      "invalid_value",
      `A message of ${JSON.stringify(role)} cannot hold ${JSON.stringify(wrong)}.`,
    );
}
