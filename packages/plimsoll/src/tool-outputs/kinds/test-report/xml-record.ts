import { Parser } from "htmlparser2";
import { plainKey, type ReportRecord } from "./report-record.js";

const MOST_CHARACTERS = 32_000_000;
const MAX_DEPTH = 100;
const TEXT_CHARACTERS = 8_000;
const CHUNK_CHARACTERS = 65_536;

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
  const parser = new Parser(
    {
      onopentag(key, attributes) {
        if (open.length > MAX_DEPTH) tooDeep += 1;
        else open.push(elementOf(key, attributes));
      },
      ontext(data) {
        const element = open.at(-1);
        if (element !== undefined && element.text.length < TEXT_CHARACTERS) element.text += data;
      },
      onclosetag() {
        if (tooDeep > 0) tooDeep -= 1;
        else if (open.length > 1) close(open);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const end = Math.min(text.length, MOST_CHARACTERS);
  for (let start = 0; start < end; start += CHUNK_CHARACTERS)
    parser.write(text.slice(start, Math.min(end, start + CHUNK_CHARACTERS)));
  parser.end();
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
