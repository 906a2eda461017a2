import { cutText } from "../../evidence/cut-text.js";
import {
  IDENTIFIED_VALUE,
  type JsonRow,
  makeRow,
  objectIdentification,
  tellsOfMore,
  tellsTrouble,
  toldKeys,
} from "./json-row.js";
import type { JsonVisitor, ScannedObject } from "./json-scanner.js";
import { OutlyingNumbers } from "./outlying-numbers.js";
import { PieceCollector } from "../../evidence/piece-collector.js";
import type { EvidenceView, Piece } from "../../evidence/piece.js";

const MAX_IDENTITIES = 50_000;
const MAX_SHAPES = 500;
const MAX_KEYS = 64;
const MAX_DISTINCT = 8;
/** Objects of a shape that make what is usual in it known. */
const USUAL_AFTER = 20;
const ANOMALY_VALUE = 15;
const MORE_VALUE = 60;
/** What an object that is unlike the others is worth at least, whether it has a name or not. */
const TROUBLE_VALUE = 90;
/** What tells which item of a list has trouble inside: its first rows that identify something. */
const ITEM_ROWS = 2;
const MOST_RECENT = 60;
const MOST_TOLD_ITEMS = 200;
const ITEM_VALUE = IDENTIFIED_VALUE + ANOMALY_VALUE - 1;

/** What is said of all that follows. */
const OUTER_VALUE = TROUBLE_VALUE + ANOMALY_VALUE + 1;
/** What an object of another shape than its many neighbours is worth, and so many such shapes are told at most. */
const RARE_SHAPE_VALUE = TROUBLE_VALUE + ANOMALY_VALUE;
const MOST_RARE_SHAPES = 12;
const MOST_OF_RARE_SHAPE = 2;
const MOST_OUTLIERS = 12;

interface ShapeStatistics {
  objects: number;
  /** Where such objects stand. */
  readonly place: string;
  readonly first: ScannedObject;
  readonly numbers: OutlyingNumbers;
  readonly values: Map<string, Set<string>>;
}

/** How an object stands among those of its shape. */
interface Place {
  readonly isNew: boolean;
  readonly unusual: boolean;
  readonly count: number;
}

/** Collects the rows of distinct objects while a text is scanned. */
export class JsonReader implements JsonVisitor {
  readonly #collector = new PieceCollector();
  readonly #identities = new Map<string, number>();
  readonly #shapes = new Map<number, ShapeStatistics>();
  readonly #keys: string[] = [];
  /** What the first object of a list has. */
  #itemKeys: readonly string[] = [];
  /** The objects read last, some of them inside an open one, and where trouble was told last. */
  #recent: ScannedObject[] = [];
  #troubleAt = -1;
  #toldItems = 0;
  /** The object that stands last among those at the root. */
  #last: ScannedObject | undefined;
  #objects = 0;
  #rows = 0;
  #items = 0;
  #roots = 0;
  #rootMembers = 0;
  #rootKind = "";

  object(object: ScannedObject): void {
    if (object.isRow === true) this.#rows += 1;
    else this.#objects += 1;
    if (object.fields.length === 0) return;
    if (object.depth === 0) this.#last = object;
    const statistics = this.#statistics(object);
    const isInTrouble = object.inList && this.#troubleAt > object.order;
    const isNew = isUnusual(object, statistics);
    const unusual = isNew || tellsTrouble(object);
    statistics.objects += 1;
    statistics.numbers.add(object);
    if (unusual) this.#troubleAt = Math.max(this.#troubleAt, object.order);
    this.#follow(object, isInTrouble);
    this.#addRow(object, { isNew, unusual, count: statistics.objects });
  }

  #addRow(object: ScannedObject, { isNew, unusual, count }: Place): void {
    const extra = unusual ? ANOMALY_VALUE : 0;
    const lost = penalty(object, count);
    if (!this.#collector.accepts(IDENTIFIED_VALUE + extra - lost)) return;
    const isOuter = this.#roots === 0 && isOutermost(object, count);
    const isMore = count === 1 && tellsOfMore(object);
    const worth = Math.max(objectIdentification(object), unusual ? TROUBLE_VALUE : 0) + extra - lost;
    const value = isOuter ? OUTER_VALUE : isMore ? IDENTIFIED_VALUE : worth;
    // Most of many objects are dropped again: their rows are not printed.
    if (!this.#collector.accepts(Math.max(value, MORE_VALUE - lost))) return;
    const row = makeRow(object);
    if (this.#isSeen(row.identity)) return;
    this.#collector.add({
      order: object.order,
      text: row.full,
      brief: isOuter || isNew ? row.full : row.brief,
      value,
      lines: 1,
    });
    this.#addMore(row, object, lost);
  }

  #isSeen(identity: string): boolean {
    const seen = this.#identities.get(identity) ?? 0;
    if (seen > 0 || this.#identities.size < MAX_IDENTITIES) this.#identities.set(identity, seen + 1);
    return seen > 0;
  }

  #follow(object: ScannedObject, isInTrouble: boolean): void {
    if (object.inList && object.depth <= 1 && this.#itemKeys.length === 0) this.#itemKeys = toldKeys(object);
    this.#recent.push(object);
    if (isInTrouble) this.#tellItem(object.order);
    if (this.#recent.length > MOST_RECENT * 2) this.#recent = this.#recent.slice(-MOST_RECENT);
  }

  /** Shows what an item is that has trouble inside. */
  #tellItem(start: number): void {
    if (this.#toldItems >= MOST_TOLD_ITEMS) return;
    this.#toldItems += 1;
    const rows = this.#recent
      .filter(({ order }) => order >= start)
      .map((object) => ({ ...object, row: makeRow(object) }))
      .filter(({ row }) => row.hasId || row.hasName || row.hasAddress)
      .sort((one, other) => one.depth - other.depth || one.order - other.order);
    for (const { order, row } of rows.slice(0, ITEM_ROWS))
      this.#collector.add({ order, text: row.full, brief: row.brief, value: ITEM_VALUE, lines: 1 });
  }

  /** What did not fit into the row of an object, for evidence that has room. */
  #addMore({ more }: JsonRow, object: ScannedObject, lost: number): void {
    more.forEach((text, index) => {
      const value = MORE_VALUE - lost - Math.min(30, index * 0.3);
      if (!this.#collector.accepts(value)) return;
      this.#collector.add({ order: object.order + (index + 1) / (more.length + 2), text, value, lines: 0 });
    });
  }

  item(value: string, order: number): void {
    this.#items += 1;
    const worth = 82 - shapePenalty(this.#items);
    if (value === "" || !this.#collector.accepts(worth)) return;
    this.#collector.add({ order, text: cutText(value.replace(/\s+/g, " "), 200), value: worth, lines: 1 });
  }

  root(kind: "object" | "array" | "scalar", members: number, keys: readonly string[]): void {
    this.#roots += 1;
    this.#rootKind ||= kind;
    this.#rootMembers = this.#roots === 1 ? members : this.#rootMembers;
    for (const key of keys) if (this.#keys.length < 40 && !this.#keys.includes(key)) this.#keys.push(key);
  }

  view(): EvidenceView {
    return {
      pieces: [...this.#shapePiece(), ...bestOfEach([...this.#collector.pieces(), ...this.#unlikeOthers()])],
      facts: [this.#summary()],
      marksGaps: false,
    };
  }

  /** Objects with a number far from all others, of a shape of their own, or at the very end. */
  #unlikeOthers(): readonly Piece[] {
    const pieceOf = (object: ScannedObject, value: number): Piece => {
      const { full } = makeRow(object);
      return { order: object.order, text: full, brief: full, value, lines: 1 };
    };
    const shapes = [...this.#shapes.values()];
    const usual = new Set(shapes.filter(({ objects }) => objects >= USUAL_AFTER).map(({ place }) => place));
    const rare = shapes.filter(({ objects, place }) => objects <= MOST_OF_RARE_SHAPE && usual.has(place));
    const outlying = shapes.flatMap(({ numbers }) => numbers.objects()).slice(0, MOST_OUTLIERS);
    return [
      ...(rare.length > MOST_RARE_SHAPES ? [] : rare.map(({ first }) => pieceOf(first, RARE_SHAPE_VALUE))),
      ...outlying.map((object, index) => pieceOf(object, TROUBLE_VALUE + ANOMALY_VALUE - index)),
      ...(this.#last === undefined || this.#roots < USUAL_AFTER ? [] : [pieceOf(this.#last, TROUBLE_VALUE)]),
    ];
  }

  #summary(): string {
    const root = this.#roots > 1 ? `${this.#roots} values` : `${this.#rootKind} of ${this.#rootMembers}`;
    const objects = this.#objects > 0 ? `, ${this.#objects} objects` : "";
    return root + objects + (this.#rows > 0 ? `, ${this.#rows} rows` : "");
  }

  #shapePiece(): Piece[] {
    const keys = this.#keys.length === 0 ? this.#itemKeys : this.#keys;
    if (keys.length === 0) return [];
    const text = `keys: ${cutText(keys.join(", "), 200)}`;
    return [{ order: -1, text, brief: cutText(text, 80), value: IDENTIFIED_VALUE + 1, lines: 0 }];
  }

  #statistics(object: ScannedObject): ShapeStatistics {
    const known = this.#shapes.get(object.shape);
    if (known !== undefined) return known;
    const place = `${object.depth} ${object.inList ? object.label : ""}`;
    const numbers = new OutlyingNumbers();
    const created: ShapeStatistics = { objects: 0, place, first: object, numbers, values: new Map() };
    if (this.#shapes.size < MAX_SHAPES) this.#shapes.set(object.shape, created);
    return created;
  }
}

const isOutermost = ({ depth, inList }: ScannedObject, count: number): boolean =>
  depth === 0 || (depth === 1 && inList && count === 1);

/** One piece for each place, the most valuable. */
function bestOfEach(pieces: readonly Piece[]): readonly Piece[] {
  const best = new Map<number, Piece>();
  for (const piece of pieces)
    if ((best.get(piece.order)?.value ?? Number.NEGATIVE_INFINITY) < piece.value)
      best.set(piece.order, piece);
  return [...best.values()];
}

/** More of the same is worth less, slowly. */
const shapePenalty = (count: number): number => Math.min(16, Math.log2(1 + count) * 1.5);

const penalty = (object: ScannedObject, count: number): number =>
  shapePenalty(count) + Math.min(5, object.depth * 0.3);

/** True if a member takes a value for the first time where there have been only few for long. */
function isUnusual(object: ScannedObject, statistics: ShapeStatistics): boolean {
  const settled = statistics.objects >= USUAL_AFTER;
  let unusual = false;
  for (const { key, value } of object.fields) {
    const values = statistics.values.get(key);
    if (values === undefined) {
      // All objects of a shape have the same keys: until now the value was empty, null or false.
      unusual ||= settled;
      if (statistics.values.size < MAX_KEYS) statistics.values.set(key, new Set([value.slice(0, 40)]));
    } else if (values.size < MAX_DISTINCT && !values.has(value.slice(0, 40))) {
      values.add(value.slice(0, 40));
      unusual ||= settled && values.size <= MAX_DISTINCT / 2;
    }
  }
  return unusual;
}
