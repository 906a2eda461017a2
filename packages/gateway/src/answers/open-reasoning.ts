import type { JsonRecord } from "../json/json-record.js";
import type { ItemSite } from "./item-site.js";

/** A reasoning item that is being written. Its text is on the summary channel, which every client shows. */
export class OpenReasoning {
  readonly #id: string;
  readonly #site: ItemSite;
  #text = "";
  #sealed: string | undefined;

  constructor(id: string, site: ItemSite) {
    this.#id = id;
    this.#site = site;
    site.emit("response.output_item.added", { item: { id, type: "reasoning", summary: [] } });
  }

  get outputIndex(): number {
    return this.#site.outputIndex;
  }

  add(delta: string): void {
    if (delta === "") return;
    if (this.#text === "") this.#emit("part.added", { part: { type: "summary_text", text: "" } });
    this.#text += delta;
    this.#emit("text.delta", { delta });
  }

  /** What the client must send back with it. */
  seal(sealed: string): void {
    this.#sealed = sealed;
  }

  close(): JsonRecord {
    const part = { type: "summary_text", text: this.#text };
    if (this.#text !== "") {
      this.#emit("text.done", { text: this.#text });
      this.#emit("part.done", { part });
    }
    const item = this.broken();
    this.#site.emit("response.output_item.done", { item });
    return item;
  }

  /** What there is of it, without an event that says that it is done. */
  broken(): JsonRecord {
    return {
      id: this.#id,
      type: "reasoning",
      summary: this.#text === "" ? [] : [{ type: "summary_text", text: this.#text }],
      ...(this.#sealed === undefined ? {} : { encrypted_content: this.#sealed }),
    };
  }

  #emit(step: string, fields: JsonRecord): void {
    this.#site.emit(`response.reasoning_summary_${step}`, { item_id: this.#id, summary_index: 0, ...fields });
  }
}
