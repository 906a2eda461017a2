const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The contents of all elements of a name, in order. Enough for answers of S3, in which no element holds its own kind. */
export function xmlElements(xml: string, name: string): string[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const contents: string[] = [];
  for (let at = xml.indexOf(open); at >= 0; at = xml.indexOf(open, at)) {
    const end = xml.indexOf(close, at);
    if (end < 0) break;
    const content = xml.slice(at + open.length, end);
    contents.push(content.includes("<") ? content : decoded(content));
    at = end;
  }
  return contents;
}

function decoded(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => ENTITIES[entity] ?? "");
}
