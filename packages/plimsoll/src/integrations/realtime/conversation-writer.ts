import type { RealtimeItem } from "../../formats/realtime/realtime.js";
import type { Acknowledgements, Outcome } from "./acknowledgements.js";
import type { RealtimeConnection } from "./realtime-connection.js";
import { idOf, itemOf, type ServerEvent } from "./server-event.js";

/** The place before all other items. */
export const ROOT = "root";

const CREATED: ReadonlySet<string> = new Set([
  "conversation.item.added",
  "conversation.item.created",
  "conversation.item.done",
]);

const isItem = (event: ServerEvent, id: string): boolean => itemOf(event)?.id === id;

/** Changes the conversation on the server, item by item, and knows of each change whether it was made. */
export class ConversationWriter {
  readonly #connection: RealtimeConnection;
  readonly #acknowledgements: Acknowledgements;
  #ended = false;

  constructor(connection: RealtimeConnection, acknowledgements: Acknowledgements) {
    this.#connection = connection;
    this.#acknowledgements = acknowledgements;
  }

  /** The conversation is gone: nothing is sent to it any more. */
  end(): void {
    this.#ended = true;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Creates an item after another one, or first. If no acknowledgement comes, asks the server for the item.
   */
  async create(item: RealtimeItem & { readonly id: string }, previousId: string): Promise<Outcome> {
    const outcome = await this.#request(
      { type: "conversation.item.create", previous_item_id: previousId, item },
      (event) => CREATED.has(event.type) && isItem(event, item.id),
    );
    return outcome === "timeout" ? this.#look(item.id) : outcome;
  }

  /**
   * True if the item is gone from the server, now or before. If the server does not answer, asks it for the item.
   */
  async delete(id: string): Promise<boolean> {
    const outcome = await this.#request(
      { type: "conversation.item.delete", item_id: id },
      (event) => event.type === "conversation.item.deleted" && idOf(event["item_id"]) === id,
    );
    if (outcome === "acknowledged" || outcome === "disconnected") return outcome === "acknowledged";
    return (await this.#look(id)) === "refused";
  }

  /** Asks for an item: acknowledged if it exists, refused if it does not. */
  #look(id: string): Promise<Outcome> {
    return this.#request(
      { type: "conversation.item.retrieve", item_id: id },
      (event) =>
        (event.type === "conversation.item.retrieved" || CREATED.has(event.type)) && isItem(event, id),
    );
  }

  #request(
    event: { readonly type: string; readonly [field: string]: unknown },
    isAcknowledgement: (event: ServerEvent) => boolean,
  ): Promise<Outcome> {
    if (this.#ended) return Promise.resolve("disconnected");
    return this.#acknowledgements.request(this.#connection, event, isAcknowledgement);
  }
}
