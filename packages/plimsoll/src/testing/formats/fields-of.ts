import { isRecord } from "../../text/is-record.js";
import type { WireRecord } from "../../formats/reading/wire-record.js";

const NOTHING: WireRecord = Object.freeze({});

/** The value as an object; an empty one for anything else. */
export const fieldsOf = (value: unknown): WireRecord => (isRecord(value) ? value : NOTHING);

/** The value as a list of objects; an empty one for anything else. */
export const entriesOf = (value: unknown): readonly WireRecord[] =>
  Array.isArray(value) ? value.map(fieldsOf) : [];
