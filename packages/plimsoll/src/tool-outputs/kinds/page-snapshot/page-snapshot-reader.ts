import { cutText } from "../../evidence/cut-text.js";
import type { EvidenceSource } from "../../evidence/evidence-source.js";
import { forEachLine } from "../../evidence/for-each-line.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView } from "../../evidence/piece.js";
import { type ElementPlace, elementValue, isControl, isProse } from "./element-value.js";
import { readSnapshotNode, type SnapshotNode } from "./snapshot-node.js";

const LINE_CHARACTERS = 1_000;
const SHOWN_CHARACTERS = 240;
const BRIEF_CHARACTERS = 80;
const GATHERED_CHARACTERS = 400;
const MOST_OPEN = 60;
const MOST_NAMES = 5_000;
/** Beside the elements there are only few lines: the address, messages of the console, the tabs. */
const MOST_OTHER_LINES = 200;
const OTHER_VALUE = 90;
const LATE_OTHER_VALUE = 70;
const SECTION = /^#{1,6} /;
const FENCE = /^\s*```/;
const PROPERTY = /^\s*- \/(\w+): (.*)$/;

/** An element whose children are not all read. */
interface OpenElement {
  readonly order: number;
  readonly node: SnapshotNode;
  readonly place: ElementPlace;
  readonly isInline: boolean;
  name: string;
  /** What its children say, where it says nothing itself. */
  gathered: string;
  address: string;
}

/** Headings, what can be used, and what is said, with the marks by which a tool can point at them. */
export class PageSnapshotReader {
  readonly #source: EvidenceSource;
  readonly #collector = new PieceCollector();
  readonly #open: OpenElement[] = [];
  /** How often elements of one role and name came, and of one role in one place. */
  readonly #known = new Map<string, number>();
  readonly #counts = { heading: 0, link: 0, control: 0 };
  #otherLines = 0;

  constructor(source: EvidenceSource) {
    this.#source = source;
  }

  view(): EvidenceView {
    const { text, bodyStart } = this.#source;
    forEachLine(text, bodyStart, (order, from, to) =>
      this.#line(order, text.slice(from, Math.min(to, from + LINE_CHARACTERS))),
    );
    this.#closeFrom(0);
    const { heading, link, control } = this.#counts;
    const facts = [counted(heading, "heading"), counted(link, "link"), counted(control, "control")];
    return { pieces: this.#collector.pieces(), facts: [facts.join(", ")], marksGaps: false };
  }

  #line(order: number, line: string): void {
    const node = readSnapshotNode(line);
    if (node !== undefined) return this.#element(order, node);
    const last = this.#open.at(-1);
    if (last?.node.isOpen && !SECTION.test(line)) this.#goOn(last, line);
    else this.#beside(order, line);
  }

  #goOn(element: OpenElement, line: string): void {
    if (element.name.length < GATHERED_CHARACTERS) element.name += ` ${line.replace(/"\s*$/, "").trim()}`;
  }

  #beside(order: number, line: string): void {
    const [, property, value = ""] = PROPERTY.exec(line) ?? [];
    if (property === undefined) this.#other(order, line);
    else if (property === "url") this.#address(value);
  }

  #other(order: number, line: string): void {
    if (line.trim() === "" || FENCE.test(line) || this.#otherLines >= MOST_OTHER_LINES) return;
    const value = this.#otherLines++ < 20 ? OTHER_VALUE : LATE_OTHER_VALUE;
    this.#collector.add({ order, text: cutText(line.trimEnd(), SHOWN_CHARACTERS), value, lines: 1 });
  }

  #address(value: string): void {
    const last = this.#open.at(-1);
    if (last !== undefined) last.address = value.replace(/^"(.*)"$/, "$1");
  }

  #element(order: number, node: SnapshotNode): void {
    this.#closeFrom(this.#open.findIndex((open) => open.node.depth >= node.depth));
    this.#gather(node.text || node.name);
    const isInline = this.#open.some((open) => isProse(open.node.role));
    if (isInline && isWord(node)) return;
    const place = placeIn(this.#open.at(-1));
    if (this.#open.length < MOST_OPEN)
      this.#open.push({ order, node, place, isInline, name: node.name, gathered: "", address: "" });
  }

  #gather(text: string): void {
    if (text === "") return;
    for (const open of this.#open)
      if (open.gathered.length < GATHERED_CHARACTERS && open.node.name !== text)
        open.gathered += (open.gathered === "" ? "" : " ") + text;
  }

  #closeFrom(index: number): void {
    if (index < 0) return;
    while (this.#open.length > index) {
      const open = this.#open.pop();
      if (open !== undefined) this.#close(open);
    }
  }

  #close({ order, node, place, isInline, gathered, address, ...open }: OpenElement): void {
    this.#count(node.role);
    const name = open.name || (isProse(node.role) ? `${node.text} ${gathered}`.trim() : node.text);
    const before = {
      alike: this.#countOf(`${place} ${node.role}`),
      same: this.#countOf(`${node.role} "${name.slice(0, BRIEF_CHARACTERS)}`),
    };
    const value = elementValue({ role: node.role, name, place, isInline }, before);
    if (value <= 0 || !this.#collector.accepts(value)) return;
    const said = name === open.name ? node.text : "";
    const parts = [
      node.role,
      name === "" ? "" : `"${cutText(name, SHOWN_CHARACTERS)}"`,
      node.attributes,
      said === "" ? "" : `: ${said}`,
      address === "" ? "" : `-> ${address}`,
    ];
    const brief = [node.role, `"${cutText(name, BRIEF_CHARACTERS)}"`, node.attributes];
    this.#collector.add({
      order,
      text: cutText(joined(parts), SHOWN_CHARACTERS * 2),
      brief: cutText(joined(name === "" ? parts : brief), SHOWN_CHARACTERS),
      value,
      lines: 1,
    });
  }

  #count(role: string): void {
    if (role === "heading" || role === "link") this.#counts[role] += 1;
    else if (isControl(role)) this.#counts.control += 1;
  }

  /** How often it was counted before. */
  #countOf(key: string): number {
    const before = this.#known.get(key) ?? 0;
    if (before > 0 || this.#known.size < MOST_NAMES) this.#known.set(key, before + 1);
    return before;
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

/** Words in the flow of a text: what is around them says the same. */
const isWord = ({ role, hasMark }: SnapshotNode): boolean =>
  role === "statictext" ||
  role === "text" ||
  (hasMark && ["code", "emphasis", "strong", "subscript", "superscript", "time"].includes(role));

function placeIn(parent: OpenElement | undefined): ElementPlace {
  if (parent === undefined) return "page";
  const { role } = parent.node;
  if (role === "main" || role === "article" || role === "dialog" || role === "alertdialog") return "main";
  if (["navigation", "banner", "contentinfo", "complementary"].includes(role)) return "edge";
  return parent.place;
}
