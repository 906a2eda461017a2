import type { JsonRecord } from "../json/json-record.js";
import type { ToolOrigin } from "./tool-origin.js";
import { callItem, callItemPrefix, rawInput, type WrittenCall } from "./call-item.js";
import type { ItemSite } from "./item-site.js";

export interface OpenCallParts {
  readonly callId: string;
  readonly origin: ToolOrigin;
  newId(prefix: string): string;
  readonly site: ItemSite;
}

/** A call that is being written. The client's tool decides which item and which events it has. */
export class OpenCall {
  readonly #site: ItemSite;
  #call: WrittenCall;

  constructor({ callId, origin, newId, site }: OpenCallParts) {
    this.#site = site;
    this.#call = { itemId: newId(callItemPrefix(origin)), callId, origin, arguments: "" };
    site.emit("response.output_item.added", { item: callItem(this.#call, "in_progress") });
  }

  get outputIndex(): number {
    return this.#site.outputIndex;
  }

  add(delta: string): void {
    if (delta === "") return;
    this.#call = { ...this.#call, arguments: this.#call.arguments + delta };
    if (this.#call.origin.kind === "function") this.#emit("function_call_arguments.delta", { delta });
  }

  close(): JsonRecord {
    const { origin, arguments: written } = this.#call;
    if (origin.kind === "function" && written.trim() === "") this.add("{}");
    if (origin.kind === "function")
      this.#emit("function_call_arguments.done", { name: origin.name, arguments: this.#call.arguments });
    if (origin.kind === "custom") {
      const input = rawInput(written);
      if (input !== "") this.#emit("custom_tool_call_input.delta", { delta: input });
      this.#emit("custom_tool_call_input.done", { input });
    }
    const item = callItem(this.#call, "completed");
    this.#site.emit("response.output_item.done", { item });
    return item;
  }

  #emit(step: string, fields: JsonRecord): void {
    this.#site.emit(`response.${step}`, { item_id: this.#call.itemId, ...fields });
  }
}
