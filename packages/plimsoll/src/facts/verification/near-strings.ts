import type { Fact } from "./fact.js";
import type { StandIn } from "./fidelity-report.js";
import type { ExaminedString } from "./find-invented.js";
import { lineBefore } from "./line-part.js";

const MAX_COMPARED = 64;
/** What stands before an identifier and is no part of its word. */
const SIGN = /^[^A-Za-z0-9]+/;
const MIN_SURE_CHARACTERS = 6;
const MEANING_CHARACTERS = 80;
const CUT_SHARE = 0.6;
const PLAIN_NUMBER = /^v?\d+(?:\.\d+)*$/;

/** A string of the summary that is no word of the source, and what stands before it. */
interface Suspect extends StandIn {
  readonly before: string;
}

/**
 * Strings of a summary that its source does not have, by what a fact could have been turned into them: the length of
 * an id, a component of a path, the beginning of a longer string, a number next to the same word.
 */
export class NearStrings {
  readonly #byKey = new Map<string, Suspect[]>();

  constructor(summary: string, examined: readonly ExaminedString[]) {
    for (const { value, start, end, occurrence, kind } of examined) {
      if (occurrence === "whole") continue;
      const before = lineBefore(summary, start, MEANING_CHARACTERS).text.toLowerCase();
      const suspect: Suspect = { text: value, start, end, before };
      this.#add(beginningKey(lastComponents(value)), suspect);
      if (occurrence === "part") continue;
      this.#add(`length ${value.length}`, suspect);
      if (kind === "path") for (const key of componentKeys(value)) this.#add(key, suspect);
      if (PLAIN_NUMBER.test(value)) this.#add("number", suspect);
    }
  }

  /**
   * What stands in the summary in place of a fact that is not visible there; `undefined` if nothing looks like
   * it.
   */
  findFor(fact: Fact): StandIn | undefined {
    if (fact.kind !== "identifier" && fact.kind !== "handle" && fact.kind !== "file") return undefined;
    const sign = SIGN.exec(fact.value)?.[0] ?? "";
    const suspect = this.#suspectFor(fact, fact.value.slice(sign.length));
    if (suspect === undefined) return undefined;
    const hasSign = sign !== "" && suspect.before.endsWith(sign);
    const start = suspect.start - (hasSign ? sign.length : 0);
    return { text: hasSign ? sign + suspect.text : suspect.text, start, end: suspect.end };
  }

  #suspectFor({ kind, meaning }: Fact, value: string): Suspect | undefined {
    const isNear = ({ before }: Suspect): boolean => meaning.some((word) => before.includes(word));
    const changed = this.#get(`length ${value.length}`).find(
      (suspect) =>
        isSmallChange(suspect.text, value) && (value.length >= MIN_SURE_CHARACTERS || isNear(suspect)),
    );
    const cut = (): Suspect | undefined =>
      this.#get(beginningKey(value)).find(({ text }) => isBeginning(lastComponents(text), value));
    if (kind !== "file") {
      const isNumber = PLAIN_NUMBER.test(value);
      const renumbered = (suspect: Suspect): boolean =>
        suspect.text.includes(".") === value.includes(".") && isNear(suspect);
      return changed ?? cut() ?? (isNumber ? this.#get("number").find(renumbered) : undefined);
    }
    const swapped = (): Suspect | undefined =>
      componentKeys(value)
        .flatMap((key) => this.#get(key))
        .find(({ text }) => isOneComponent(text, value));
    return changed ?? cut() ?? swapped();
  }

  #get(key: string): readonly Suspect[] {
    return this.#byKey.get(key) ?? [];
  }

  #add(key: string, suspect: Suspect): void {
    const list = this.#byKey.get(key);
    if (list === undefined) this.#byKey.set(key, [suspect]);
    else if (list.length < MAX_COMPARED) list.push(suspect);
  }
}

/** The same length, one character changed or two, and those may be two that were swapped. */
function isSmallChange(one: string, other: string): boolean {
  let changes = 0;
  for (let at = 0; at < one.length && changes <= 2; at++) if (one[at] !== other[at]) changes++;
  return changes === 1 || (changes === 2 && one.length >= MIN_SURE_CHARACTERS);
}

/** Four characters are looked up, then the whole is compared. */
const beginningKey = (value: string): string => `begins ${value.slice(0, 4)}`;

const isBeginning = (text: string, value: string): boolean =>
  value.startsWith(text) &&
  text.length < value.length &&
  text.length >= Math.max(4, value.length * CUT_SHARE);

const lastComponents = (path: string): string => componentsOf(path).join("/");

const componentsOf = (path: string): string[] => path.split(/[/\\]/).slice(-2);

const componentKeys = (path: string): string[] => {
  const [folder, name] = componentsOf(path);
  return name === undefined ? [] : [`folder ${folder}`, `name ${name}`];
};

/** Of the folder and the name one is the same, and the names have the same ending or the same beginning. */
function isOneComponent(one: string, other: string): boolean {
  const [folder = "", name] = componentsOf(one);
  const [otherFolder = "", otherName] = componentsOf(other);
  if (name === undefined || otherName === undefined) return false;
  if (name === otherName) return folder !== otherFolder;
  if (folder !== otherFolder) return false;
  const shorter = Math.min(name.length, otherName.length);
  return sharedStart(name, otherName) + sharedEnd(name, otherName) >= shorter * CUT_SHARE;
}

function sharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one[at] === other[at]) at++;
  return at;
}

function sharedEnd(one: string, other: string): number {
  let at = 0;
  while (at < one.length && at < other.length && one.at(-1 - at) === other.at(-1 - at)) at++;
  return at;
}
