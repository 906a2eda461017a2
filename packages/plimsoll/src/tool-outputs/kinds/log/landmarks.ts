import { cleanLine } from "./clean-line.js";
import { landmarkValue, mayDivide } from "./landmark-value.js";
import type { RecordStart } from "./record-start.js";

const MOST = 60;
const FEW = 10;
const RECORD_VALUE = 47;
const READ_CHARACTERS = 400;

/** Finds the lines that divide an output or sum it up, and the first line of each record; of very many, only the first. */
export class Landmarks {
  readonly #text: string;
  readonly #records: RecordStart;
  #count = 0;

  constructor(text: string, records: RecordStart) {
    this.#text = text;
    this.#records = records;
  }

  /** What a line is worth: for each way in which it is a landmark. */
  valuesOf(
    { start, end }: { readonly start: number; readonly end: number },
    { repeats, isAfterBlank }: { readonly repeats: number; readonly isAfterBlank: boolean },
  ): readonly number[] {
    if (this.#count >= MOST) return [];
    const isRecord = isAfterBlank && this.#records.isNamed && this.#records.begins(start);
    if (isRecord) this.#count += 1;
    const ofRecord = isRecord ? [RECORD_VALUE - Math.min(20, this.#count * 0.5)] : [];
    if (repeats > 0 && !mayDivide(this.#text.charCodeAt(start))) return ofRecord;
    const value = landmarkValue(cleanLine(this.#text.slice(start, Math.min(end, start + READ_CHARACTERS))));
    if (value === 0) return ofRecord;
    this.#count += 1;
    // Many parts are told by what is in them.
    return [...ofRecord, Math.max(RECORD_VALUE - 20, value - Math.max(0, this.#count - FEW) * 4)];
  }
}
