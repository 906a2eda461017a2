import type { JsonField, JsonVisitor } from "../json/json-scanner.js";
import { forEachXmlChunk } from "./for-each-xml-chunk.js";

const MAX_DEPTH = 64;
const MAX_FIELDS = 60;

interface OpenElement {
  readonly name: string;
  readonly order: number;
  readonly fields: JsonField[];
  readonly keys: string[];
  text: string;
  members: number;
}

/**
 * Walks a text in XML and tells its elements as the objects of JSON are told: attributes, and elements that have only a
 * text, are members of the element around them.
 */
export class XmlScanner {
  readonly #visitor: JsonVisitor;
  readonly #textCharacters: number;
  readonly #open: OpenElement[] = [];
  #tooDeep = 0;
  #elements = 0;

  constructor(visitor: JsonVisitor, textCharacters: number) {
    this.#visitor = visitor;
    this.#textCharacters = textCharacters;
  }

  scan(text: string, start: number): void {
    const handler = {
      onopentag: (name: string, attributes: Record<string, string>) => this.#opened(name, attributes),
      ontext: (data: string) => this.#said(data),
      onclosetag: () => this.#closed(),
    };
    forEachXmlChunk(text.slice(start), handler, () => {
      if (this.#tooDeep < MAX_DEPTH) return false;
      this.#tooDeep = 0;
      while (this.#open.length > 0) this.#pop();
      return true;
    });
    while (this.#open.length > 0) this.#pop();
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#open.length >= MAX_DEPTH) {
      this.#tooDeep += 1;
      return;
    }
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.members += 1;
    if (parent !== undefined && parent.keys.length < MAX_FIELDS && !parent.keys.includes(name))
      parent.keys.push(name);
    const fields = Object.entries(attributes)
      .slice(0, MAX_FIELDS)
      .filter(([key, value]) => value !== "" && !key.startsWith("xmlns") && !key.startsWith("xsi:"))
      .map(([key, value]) => field(key, value));
    this.#elements += 1;
    this.#open.push({ name, order: this.#elements, fields, keys: [], text: "", members: 0 });
  }

  #said(data: string): void {
    const element = this.#open.at(-1);
    if (this.#tooDeep === 0 && element !== undefined && element.text.length < this.#textCharacters)
      element.text += data;
  }

  #closed(): void {
    if (this.#tooDeep > 0) this.#tooDeep -= 1;
    else if (this.#open.length > 0) this.#pop();
  }

  #pop(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const parent = this.#open.at(-1);
    const text = element.text.replace(/\s+/g, " ").trim().slice(0, this.#textCharacters);
    const isValue = element.fields.length === 0 && element.members === 0;
    if (isValue && parent !== undefined) {
      if (text !== "" && parent.fields.length < MAX_FIELDS) parent.fields.push(field(element.name, text));
    } else
      this.#visitor.object({
        label: element.name,
        shape: this.#open.length,
        depth: this.#open.length,
        order: element.order,
        fields: text === "" ? element.fields : [...element.fields, field("text", text)],
        inList: parent !== undefined && parent.members > 1,
      });
    if (parent === undefined) this.#visitor.root("object", element.members, element.keys);
  }
}

const field = (key: string, value: string): JsonField => ({ key, value, type: "string" });
