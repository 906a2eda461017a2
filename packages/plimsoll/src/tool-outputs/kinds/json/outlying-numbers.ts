import type { ScannedObject } from "./json-scanner.js";

const MAX_FIELDS = 20;
/** So many numbers of a field make known where they lie. */
const USUAL_AFTER = 20;

interface FieldNumbers {
  count: number;
  least: number;
  largest: number;
  /** The numbers next to the extremes. */
  secondLeast: number;
  secondLargest: number;
  atLeast: ScannedObject;
  atLargest: ScannedObject;
}

/** Finds among objects of one shape the one whose number in a field is farther from all others than these are from each other. */
export class OutlyingNumbers {
  readonly #fields = new Map<string, FieldNumbers>();

  add(object: ScannedObject): void {
    for (const { key, value, type } of object.fields) {
      if (type !== "number") continue;
      const number = Number(value);
      if (Number.isFinite(number)) this.#count(key, number, object);
    }
  }

  /** The objects with such a number, each once. */
  objects(): readonly ScannedObject[] {
    const found = [...this.#fields.values()].flatMap((field) => {
      if (field.count < USUAL_AFTER) return [];
      const { least, secondLeast, secondLargest, largest } = field;
      return [
        ...(largest - secondLargest > secondLargest - least ? [field.atLargest] : []),
        ...(secondLeast - least > largest - secondLeast ? [field.atLeast] : []),
      ];
    });
    return [...new Set(found)];
  }

  #count(key: string, number: number, object: ScannedObject): void {
    const field = this.#fields.get(key);
    if (field === undefined) {
      if (this.#fields.size >= MAX_FIELDS) return;
      this.#fields.set(key, {
        count: 1,
        least: number,
        largest: number,
        secondLeast: Number.POSITIVE_INFINITY,
        secondLargest: Number.NEGATIVE_INFINITY,
        atLeast: object,
        atLargest: object,
      });
      return;
    }
    field.count += 1;
    if (number > field.largest) {
      field.secondLargest = field.largest;
      field.largest = number;
      field.atLargest = object;
    } else field.secondLargest = Math.max(field.secondLargest, number);
    if (number < field.least) {
      field.secondLeast = field.least;
      field.least = number;
      field.atLeast = object;
    } else field.secondLeast = Math.min(field.secondLeast, number);
  }
}
