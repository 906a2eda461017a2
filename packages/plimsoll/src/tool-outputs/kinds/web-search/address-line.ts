import { trimSigns } from "./trim-signs.js";

/** An address that a line is about, and the title that stands beside it. */
export interface AddressLine {
  readonly address: string;
  readonly title: string;
}

/** Near the start of a line. */
const MARKDOWN_LINK = /^.{0,4}?\[([^\]\n]{1,300})\]\(<?((?:https?|ftp):\/\/[^\s)>]+)>?\)/;
const ADDRESS = /(?:https?|ftp):\/\/[^\s<>"'\]]+/;
const MARKS = /^[\s>*#•|-]*(?:\[?\(?\d{1,3}[\].)]+\s*)?[\s*_-]*/;
const LABEL =
  /^\*{0,2}(?:urls?|url source|source url|links?|source|href|web|uri|address|page)\*{0,2}\s*[:=]\*{0,2}\s*/i;
const XML_LABEL = /^<(?:url|link|source|uri|href)>/i;
/** The share of a line that its address must have, unless a title stands before it. */
const SHARE = 0.6;
const TITLE_CHARACTERS = 200;

/** The address of a line that gives the place of a result; undefined for a line that only mentions one. */
export function addressLine(line: string): AddressLine | undefined {
  if (!line.includes("://")) return undefined;
  const plain = line.replace(MARKS, "");
  const link = MARKDOWN_LINK.exec(plain);
  if (link !== null) {
    const rest = plain.length - link[0].length;
    if (rest <= plain.length * (1 - SHARE) || rest < 40)
      return { address: link[2] ?? "", title: link[1] ?? "" };
  }
  const told = plain.replace(LABEL, "").replace(XML_LABEL, "");
  const found = ADDRESS.exec(told);
  if (found === null) return undefined;
  const address = trimSigns(found[0], ").,;*");
  const before = trimSigns(told.slice(0, found.index), " \t(<[—–|:-");
  const after = told.slice(found.index + found[0].length).trim();
  if (before === "" && after.length <= told.length * (1 - SHARE)) return { address, title: "" };
  const isTitle =
    before.length <= TITLE_CHARACTERS &&
    /[\s(<[—–|:-]$/.test(told.slice(0, found.index)) &&
    after.length <= 2;
  return isTitle && !/[.,;]\s\S/.test(before) ? { address, title: before } : undefined;
}
