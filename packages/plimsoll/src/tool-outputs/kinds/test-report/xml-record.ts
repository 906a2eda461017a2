import { forEachXmlChunk } from "../xml/for-each-xml-chunk.js";
import { plainKey, type ReportRecord } from "./report-record.js";

const MOST_CHARACTERS = 32_000_000;
const MAX_DEPTH = 100;
const TEXT_CHARACTERS = 8_000;

interface OpenElement {
  readonly key: string;
  readonly fields: Map<string, string>;
  readonly children: ReportRecord[];
  text: string;
}

/** The elements of a text in XML, as one record that holds them. */
export function xmlRecord(text: string): ReportRecord {
  const root: OpenElement = { key: "", fields: new Map(), children: [], text: "" };
  const open: OpenElement[] = [root];
  let tooDeep = 0;
  const handler = {
    onopentag(key: string, attributes: Record<string, string>): void {
      if (open.length > MAX_DEPTH) tooDeep += 1;
      else open.push(elementOf(key, attributes));
    },
    ontext(data: string): void {
      const element = open.at(-1);
      if (element !== undefined && element.text.length < TEXT_CHARACTERS) element.text += data;
    },
    onclosetag(): void {
      if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) close(open);
    },
  };
  forEachXmlChunk(text.slice(0, MOST_CHARACTERS), handler, () => {
    if (tooDeep < MAX_DEPTH) return false;
    tooDeep = 0;
    while (open.length > 1) close(open);
    return true;
  });
  while (open.length > 1) close(open);
  return root;
}

function elementOf(key: string, attributes: Readonly<Record<string, string>>): OpenElement {
  const fields = new Map(Object.entries(attributes).map(([name, value]) => [plainKey(name), value]));
  return { key, fields, children: [], text: "" };
}

/** An element that has only a text is a value of the one around it. */
function close(open: OpenElement[]): void {
  const element = open.pop();
  const parent = open.at(-1);
  if (element === undefined || parent === undefined) return;
  const text = element.text.trim();
  const name = plainKey(element.key);
  const isValue = element.fields.size === 0 && element.children.length === 0 && text !== "";
  if (isValue && !parent.fields.has(name)) parent.fields.set(name, text);
  if (text !== "") element.fields.set("text", text);
  parent.children.push(element);
}
