import type { JsonRecord } from "../json/json-record.js";
import type { ItemSite } from "./item-site.js";

/** A message that is being written. */
export class OpenMessage {
  readonly #id: string;
  readonly #site: ItemSite;
  readonly #annotations: JsonRecord[] = [];
  #text = "";

  constructor(id: string, site: ItemSite) {
    this.#id = id;
    this.#site = site;
    const item = { id, type: "message", role: "assistant", status: "in_progress", content: [] };
    site.emit("response.output_item.added", { item });
    this.#emit("content_part.added", { part: this.#part() });
  }

  get outputIndex(): number {
    return this.#site.outputIndex;
  }

  add(delta: string): void {
    if (delta === "") return;
    this.#text += delta;
    this.#emit("output_text.delta", { delta, logprobs: [] });
  }

  /** Where a source was used is not known exactly: up to here. */
  cite(url: string, title: string): void {
    const end = this.#text.length;
    const annotation = { type: "url_citation", url, title, start_index: end, end_index: end };
    const annotation_index = this.#annotations.push(annotation) - 1;
    this.#emit("output_text.annotation.added", { annotation_index, annotation });
  }

  close(status: "completed" | "incomplete" = "completed"): JsonRecord {
    this.#emit("output_text.done", { text: this.#text, logprobs: [] });
    this.#emit("content_part.done", { part: this.#part() });
    const item = this.#item(status);
    this.#site.emit("response.output_item.done", { item });
    return item;
  }

  /** What there is of it. No event says that it is done: clients would keep it as an answer. */
  broken(): JsonRecord {
    return this.#item("incomplete");
  }

  #item(status: "completed" | "incomplete"): JsonRecord {
    return { id: this.#id, type: "message", role: "assistant", status, content: [this.#part()] };
  }

  #part(): JsonRecord {
    return { type: "output_text", text: this.#text, annotations: [...this.#annotations], logprobs: [] };
  }

  #emit(step: string, fields: JsonRecord): void {
    this.#site.emit(`response.${step}`, { item_id: this.#id, content_index: 0, ...fields });
  }
}
