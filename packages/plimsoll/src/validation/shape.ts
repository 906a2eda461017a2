/**
 * What a value must be, written as data: one notation for settings, options, events and stored JSON. A word is a simple
 * shape, a list of words is a choice, everything else is an object with a `kind`.
 */
export type Shape =
  | SimpleShape
  | readonly string[]
  | TextShape
  | NumberShape
  | ListShape
  | MapShape
  | ObjectShape
  | EitherShape
  | CustomShape;

/** `count` is a whole number from 0, `time` a date and time as in JSON, `record` any plain object. */
export type SimpleShape =
  | "text"
  | "number"
  | "count"
  | "flag"
  | "time"
  | "function"
  | "record"
  | "list"
  | "null"
  | "anything";

interface Worded {
  /** What belongs there, to follow "must be"; made from the shape where it is absent. */
  readonly be?: string;
}

export interface TextShape extends Worded {
  readonly kind: "text";
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
}

/** A finite number. */
export interface NumberShape extends Worded {
  readonly kind: "number";
  readonly min?: number;
  readonly max?: number;
  readonly whole?: boolean;
  /** `min` itself is too small. */
  readonly above?: boolean;
}

export interface ListShape extends Worded {
  readonly kind: "list";
  readonly of: Shape;
  readonly max?: number;
}

/** An object with keys of any name, and values of one shape. */
export interface MapShape extends Worded {
  readonly kind: "map";
  readonly of: Shape;
  readonly keys?: readonly string[];
  readonly max?: number;
}

export interface ObjectShape extends Worded {
  readonly kind: "object";
  readonly fields: Fields;
  /** What becomes of a key that is not among the fields. @default "refused" */
  readonly others?: "refused" | "left out";
}

export interface EitherShape extends Worded {
  readonly kind: "either";
  readonly of: readonly Shape[];
}

/** What only code can tell. */
export interface CustomShape {
  readonly kind: "custom";
  readonly be: string;
  holds(value: unknown): boolean;
  /** Why a value is refused, where more can be said than what belongs there. */
  whyNot?(value: unknown): string | undefined;
}

/** The shape of each field by its name; a name that ends in `?` may be absent. */
export type Fields = Readonly<Record<string, Shape>>;
