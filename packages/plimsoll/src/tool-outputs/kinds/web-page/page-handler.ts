import type { Handler } from "htmlparser2";
import { cutText } from "../../evidence/cut-text.js";
import { partEnd } from "../../evidence/part-end.js";
import { sliceWhole } from "../../excerpt.js";
import { PageSection } from "./page-section.js";

type BlockKind = "term" | "heading" | "code" | "row" | "item" | "paragraph" | "title";

interface Block {
  readonly kind: BlockKind;
  readonly tag: string;
  readonly depth: number;
  /** The element's class says that it is a declaration. */
  readonly declares: boolean;
}

/** Elements without text for a reader. */
const DROPPED = new Set("script,style,svg,iframe".split(","));
/** Elements for getting about or for input. */
const CONTROLS = new Set("nav,select,button".split(","));
/** Elements that may be either; so may those with the class or id of navigation. */
const DOUBTFUL = new Set("footer,aside,form,dialog,noscript,template".split(","));
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
/** A term is not longer: the class of a declaration may also be that of a whole section. */
const LONGEST_TERM = 600;
const PARAGRAPH_CHARACTERS = 240;
/** The budget for which the lengths are meant; blocks are shown longer the more there is. */
const BUDGET_OF_LENGTHS = 2_000;
/** What each further part of a long block loses. */
const CONTINUED = 3;
/** Text in a doubtful element that is certainly content, unless most of it is links. */
const CONTENT_CHARACTERS = 200;
const LEAST_TOLD = 0.5;
/** The least share of the text that must be content; below it, the classes of the page mean something else. */
const LITTLE = 0.25;
/** No later part of a block is worth more than a paragraph. */
const PLAIN_VALUE = 48;
const DEMOTION = 30;
const MAX_LINKS = 400;
/** What blocks that are neither terms, headings nor paragraphs are worth, and how much of them is shown. */
const PLAIN_BLOCKS: Readonly<Partial<Record<BlockKind, readonly [value: number, characters: number]>>> = {
  title: [99, 120],
  code: [52, 400],
  row: [34, 200],
  item: [30, 160],
};

const NAMING: ReadonlySet<BlockKind> = new Set(["term", "heading"]);

/** A part of the page that is set aside until its end shows what it is. */
interface Aside {
  readonly depth: number;
  readonly section: PageSection;
  readonly isControl: boolean;
}

/**
 * Collects the readable blocks of a page while it is parsed. What looks like navigation is left out, unless it reads like
 * content, or little else is on the page.
 */
export class PageHandler implements Partial<Handler> {
  depth = 0;
  readonly #longer: number;
  readonly #content = new PageSection();
  readonly #navigation = new PageSection();
  #aside: Aside | undefined;
  #skipDepth = 0;
  #open: Block[] = [];
  #text = "";
  #order = 0;
  #paragraphsSinceHeading = 0;
  #anchor: { readonly href: string; readonly at: number } | undefined;
  #inLink = false;
  #links = 0;

  constructor(maxTokens: number) {
    this.#longer = Math.min(10, Math.max(1, maxTokens / BUDGET_OF_LENGTHS));
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const isVoid = VOID.has(name);
    if (!isVoid) this.depth += 1;
    if (this.#skipDepth > 0) return;
    if (DROPPED.has(name)) {
      this.#flush();
      this.#skipDepth = this.depth;
      return;
    }
    const label = labelOf(attributes);
    if (!isVoid) this.#setAside(name, label);
    if (name === "a") {
      this.#anchor = { href: attributes["href"] ?? "", at: this.#text.length };
      this.#inLink = true;
    }
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
    if (this.#aside !== undefined && closing <= this.#aside.depth) this.#settleAside();
  }

  ontext(data: string): void {
    if (this.#skipDepth > 0) return;
    const section = this.#section();
    section.characters += data.length;
    if (this.#inLink) section.linked += data.length;
    this.#text += data;
    if (this.#text.length > MAX_BLOCK_CHARACTERS) this.#flush();
  }

  /** Goes on with a new parser that knows nothing of the open elements. */
  restart(): void {
    this.finish();
    this.#open = [];
    this.depth = 0;
    this.#skipDepth = 0;
    this.#inLink = false;
  }

  finish(): void {
    this.#flush();
    this.#settleAside();
  }

  /** The page as far as it has been read; call `finish` before. */
  section(): PageSection {
    const [content, navigation] = [this.#content, this.#navigation];
    if (content.characters < LITTLE * (content.characters + navigation.characters)) {
      content.absorb(navigation, DEMOTION);
    }
    return content;
  }

  /** Sets an element aside that may be navigation. Inside another it belongs to that. */
  #setAside(name: string, label: string): void {
    if (this.#aside !== undefined || !this.#isDoubtful(name, label)) return;
    this.#flush();
    this.#aside = { depth: this.depth, section: new PageSection(), isControl: CONTROLS.has(name) };
  }

  #isDoubtful(name: string, label: string): boolean {
    if (CONTROLS.has(name) || DOUBTFUL.has(name)) return true;
    if (name === "body" || name === "html" || name === "main" || name === "article") return false;
    return BLOCKS[name] === undefined && this.#kind() === undefined && NAVIGATION.test(label);
  }

  #settleAside(): void {
    const aside = this.#aside;
    if (aside === undefined) return;
    this.#flush();
    this.#aside = undefined;
    const { section, isControl } = aside;
    const isContent = !isControl && section.characters >= CONTENT_CHARACTERS && section.told >= LEAST_TOLD;
    (isContent ? this.#content : this.#navigation).absorb(section);
  }

  #section(): PageSection {
    return this.#aside?.section ?? this.#content;
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
    this.#inLink = false;
    if (anchor === undefined || anchor.at > this.#text.length) return;
    const label = this.#text.slice(anchor.at).replace(/\s+/g, " ").trim();
    if (ANCHOR_SIGN.test(label)) {
      this.#text = this.#text.slice(0, anchor.at);
      return;
    }
    if (label.length < 4 || this.#links >= MAX_LINKS || !/^https?:\/\//.test(anchor.href)) return;
    this.#links += 1;
    this.#order += 1;
    this.#section().add({
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
    // A heading may stand in a table of contents before.
    if (!this.#section().isNew(NAMING.has(kind) ? `${kind} ${text}` : text)) return;
    this.#order += 1;
    this.#addBlock(kind, text, block);
  }

  #addBlock(kind: BlockKind, text: string, block: Block | undefined): void {
    const section = this.#section();
    if (text.length <= LONGEST_TERM && isTerm(kind, text)) {
      section.terms += 1;
      const certain = SIGNATURE.test(text.slice(0, 300)) || block?.declares === true;
      return certain
        ? this.#add(text, termValue(text), TERM_CHARACTERS)
        : this.#add(text, termValue(text) - 4, 80);
    }
    if (kind === "heading") {
      section.headings += 1;
      this.#paragraphsSinceHeading = 0;
      return this.#add(text, 78 - 4 * Number(block?.tag.slice(1) || 3), 120);
    }
    const plain = PLAIN_BLOCKS[kind];
    if (plain !== undefined) return this.#add(text, ...plain);
    this.#paragraphsSinceHeading += 1;
    return this.#add(text, 48 - Math.min(20, this.#paragraphsSinceHeading * 4), PARAGRAPH_CHARACTERS);
  }

  /** Adds a text in parts, each worth less than the one before. */
  #add(text: string, value: number, characters: number): void {
    const longest = Math.floor(characters * this.#longer);
    let worth = value;
    for (let start = 0; start < text.length; ) {
      const end = partEnd(text, start, longest);
      const part = sliceWhole(text, start, end).trimEnd();
      const more = end < text.length ? "…" : "";
      this.#section().add({
        order: this.#order + start / (text.length + 1),
        text: part + more,
        value: worth,
        lines: start === 0 ? 1 : 0,
      });
      start = end;
      worth = Math.min(worth, PLAIN_VALUE) - CONTINUED;
    }
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
