import type { Handler } from "htmlparser2";
import { cutText } from "../../evidence/cut-text.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { Piece } from "../../evidence/piece.js";

type BlockKind = "term" | "heading" | "code" | "row" | "item" | "paragraph" | "title";

interface Block {
  readonly kind: BlockKind;
  readonly tag: string;
  readonly depth: number;
  /** The element's class says that it is a declaration. */
  readonly declares: boolean;
}

const DROPPED = new Set(
  "script,style,noscript,template,svg,nav,footer,aside,form,iframe,select,button,dialog".split(","),
);
const VOID = new Set("area,base,br,col,embed,hr,img,input,link,meta,param,source,track,wbr".split(","));
const BLOCKS: Readonly<Record<string, BlockKind>> = {
  dt: "term",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  pre: "code",
  tr: "row",
  li: "item",
  p: "paragraph",
  dd: "paragraph",
  blockquote: "paragraph",
  figcaption: "paragraph",
  summary: "heading",
  title: "title",
};
const BREAKS = new Set(
  "div,section,article,main,table,ul,ol,dl,header,body,td,th,br,hr,details,figure".split(","),
);
/** Elements that are a term where their class says that they declare something. */
const DECLARING = new Set(["div", "section", "table"]);
const NAVIGATION =
  /(?:^|[\s_-])(?:nav|navbar|navigation|sidebar|breadcrumbs?|menu|footer|toc|banner|skip-link)(?:$|[\s_-])/i;
const DECLARATION =
  /(?:^|[\s_-])(?:sig|signature|declaration|prototype|memname|code-header|method-name|fn-name|func-name|api-name)(?:$|[\s_-])/i;
const ANCHOR_SIGN = /^(?:¶|#|§|🔗|\[source\]|\[src\]|source|\[edit\]|edit|permalink|copy)$/i;
const SIGNATURE =
  /^(?:@?[\w$.:<>~*&]+ ){0,6}@?[\w$.:<>~*&#-]+ ?[([<]|^--?\w[\w-]*|^@\w|^[\w$]+(?:[.:]+[\w$]+)+$/;
const MAX_BLOCK_CHARACTERS = 4_000;
const TERM_CHARACTERS = 100;
const MAX_LINKS = 400;
/** What blocks that are neither terms, headings nor paragraphs are worth, and how much of them is shown. */
const PLAIN_BLOCKS: Readonly<Partial<Record<BlockKind, readonly [value: number, characters: number]>>> = {
  title: [76, 120],
  code: [52, 400],
  row: [34, 200],
  item: [30, 160],
};

/** Collects the readable blocks of a page while it is parsed. */
export class PageHandler implements Partial<Handler> {
  depth = 0;
  readonly #collector = new PieceCollector();
  readonly #seen = new Set<string>();
  #skipDepth = 0;
  #open: Block[] = [];
  #text = "";
  #order = 0;
  #terms = 0;
  #headings = 0;
  #paragraphsSinceHeading = 0;
  #anchor: { readonly href: string; readonly at: number } | undefined;
  #links = 0;

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    if (!VOID.has(name)) this.depth += 1;
    if (this.#skipDepth > 0) return;
    const label = labelOf(attributes);
    if (this.#isDropped(name, label)) {
      this.#flush();
      this.#skipDepth = this.depth;
      return;
    }
    if (name === "a") this.#anchor = { href: attributes["href"] ?? "", at: this.#text.length };
    const declares = DECLARATION.test(label);
    const kind = BLOCKS[name] ?? (declares && DECLARING.has(name) ? "term" : undefined);
    if (kind !== undefined) this.#openBlock({ kind, tag: name, depth: this.depth, declares });
    else if (name === "td" || name === "th") this.#openCell();
    else if (BREAKS.has(name)) this.#breakText(name);
  }

  #openCell(): void {
    if (this.#kind() === "row" && this.#text !== "") this.#text += " | ";
  }

  onclosetag(name: string): void {
    if (VOID.has(name)) return;
    const closing = this.depth;
    this.depth = Math.max(0, this.depth - 1);
    if (this.#skipDepth > 0) {
      if (closing <= this.#skipDepth) this.#skipDepth = 0;
      return;
    }
    if (name === "a") this.#closeAnchor();
    const top = this.#open.at(-1);
    if (top !== undefined && closing <= top.depth) {
      this.#flush();
      this.#open.pop();
    } else if (BREAKS.has(name)) {
      this.#breakText(name);
    }
  }

  ontext(data: string): void {
    if (this.#skipDepth > 0 || this.#text.length > MAX_BLOCK_CHARACTERS) return;
    this.#text += data;
  }

  /** Goes on with a new parser that knows nothing of the open elements. */
  restart(): void {
    this.#flush();
    this.#open = [];
    this.depth = 0;
    this.#skipDepth = 0;
  }

  finish(): void {
    this.#flush();
  }

  pieces(): readonly Piece[] {
    return this.#collector.pieces();
  }

  facts(): readonly string[] {
    if (this.#terms > 0) return [`${this.#terms} definitions`];
    return this.#headings > 0 ? [`${this.#headings} headings`] : [];
  }

  #isDropped(name: string, label: string): boolean {
    if (DROPPED.has(name)) return true;
    if (name === "body" || name === "html" || name === "main" || name === "article") return false;
    return BLOCKS[name] === undefined && this.#kind() === undefined && NAVIGATION.test(label);
  }

  #kind(): BlockKind | undefined {
    return this.#open.at(-1)?.kind;
  }

  #openBlock(block: Block): void {
    const kind = this.#kind();
    // Inside a row, a term or a code block the inner elements belong to it.
    if (kind === "row" || kind === "term" || kind === "code" || kind === "heading") {
      if (block.kind !== "row") {
        this.#text += this.#text === "" ? "" : " ";
        return;
      }
    }
    this.#flush();
    this.#open.push(block);
    if (this.#open.length > 1_000) this.#open.shift();
  }

  #breakText(name: string): void {
    const kind = this.#kind();
    if (kind === "code" && name === "br") this.#text += "\n";
    else if (kind === "term" || kind === "row" || kind === "heading") this.#text += " ";
    else this.#flush();
  }

  #closeAnchor(): void {
    const anchor = this.#anchor;
    this.#anchor = undefined;
    if (anchor === undefined || anchor.at > this.#text.length) return;
    const label = this.#text.slice(anchor.at).replace(/\s+/g, " ").trim();
    if (ANCHOR_SIGN.test(label)) {
      this.#text = this.#text.slice(0, anchor.at);
      return;
    }
    if (label.length < 4 || this.#links >= MAX_LINKS || !/^https?:\/\//.test(anchor.href)) return;
    this.#links += 1;
    this.#order += 1;
    this.#collector.add({
      order: this.#order,
      text: `${cutText(label, 60)}: ${cutText(anchor.href, 160)}`,
      value: 14,
      lines: 0,
    });
  }

  #flush(): void {
    const block = this.#open.at(-1);
    const kind = block?.kind ?? "paragraph";
    const text =
      kind === "code" ? this.#text.replace(/^\s*\n/, "").trimEnd() : this.#text.replace(/\s+/g, " ").trim();
    this.#text = "";
    this.#anchor = undefined;
    if (text.length < 2 || !/[\p{L}\p{N}]/u.test(text)) return;
    if (this.#seen.has(text)) return;
    if (this.#seen.size < 20_000) this.#seen.add(text);
    this.#order += 1;
    this.#addBlock(kind, text, block);
  }

  #addBlock(kind: BlockKind, text: string, block: Block | undefined): void {
    const add = (value: number, limit: number): void =>
      this.#collector.add({ order: this.#order, text: cutText(text, limit), value, lines: 1 });
    if (isTerm(kind, text)) {
      this.#terms += 1;
      const certain = SIGNATURE.test(text.slice(0, 300)) || block?.declares === true;
      return certain ? add(termValue(text), TERM_CHARACTERS) : add(termValue(text) - 4, 80);
    }
    if (kind === "heading") {
      this.#headings += 1;
      this.#paragraphsSinceHeading = 0;
      return add(78 - 4 * Number(block?.tag.slice(1) || 3), 120);
    }
    const plain = PLAIN_BLOCKS[kind];
    if (plain !== undefined) return add(...plain);
    this.#paragraphsSinceHeading += 1;
    return add(48 - Math.min(20, this.#paragraphsSinceHeading * 4), 240);
  }
}

function labelOf(attributes: Readonly<Record<string, string>>): string {
  const { class: names = "", id = "", role = "" } = attributes;
  return `${names} ${id} ${role}`.slice(0, 300);
}

/** A definition: marked as one, or a heading or a code block that is a signature. */
function isTerm(kind: BlockKind, text: string): boolean {
  if (kind === "term") return true;
  return kind === "heading" ? SIGNATURE.test(text.slice(0, 300)) : kind === "code" && isOneSignature(text);
}

/** A term with arguments is a signature, which says more than a bare name. */
const termValue = (text: string): number => (/\([^)]/.test(text) ? 98 : 95);

/** A code block that declares one thing, such as `func Copy(dst Writer, src Reader) (int64, error)`. */
function isOneSignature(text: string): boolean {
  if (text.length >= 300) return false;
  const code = text.replace(CODE_MODIFIERS, "");
  return CODE_DECLARATION.test(code);
}

const CODE_MODIFIERS = /^(?:pub |public |static |export |async |const |unsafe |final |abstract |protected )*/;
const CODE_DECLARATION =
  /^(?:func|fn|def|function|class|struct|interface|type|enum|trait|impl|void|int|char|bool|double|float|unsigned|template)\b[^;]*[;{]?$/;
