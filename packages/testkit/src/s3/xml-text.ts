const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

type XmlValue = string | number | boolean | XmlElement | readonly XmlElement[] | undefined;
export interface XmlElement {
  readonly [name: string]: XmlValue;
}

/** A document of elements and texts. */
export function xmlText(root: string, content: XmlElement): string {
  const xmlns = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${root === "Error" ? "" : xmlns}>${children(content)}</${root}>`;
}

function children(content: XmlElement): string {
  return Object.entries(content)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one: XmlValue) => element(name, one)),
    )
    .join("");
}

function element(name: string, value: XmlValue): string {
  if (value === undefined) return "";
  const inner =
    typeof value === "object"
      ? children(value as XmlElement)
      : String(value).replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
  return `<${name}>${inner}</${name}>`;
}
