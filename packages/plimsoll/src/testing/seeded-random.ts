/** A stream of numbers that depends on its seed alone. Not for secrets. */
export interface SeededRandom {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number from `minimum` to `maximum`, both included. */
  integer(minimum: number, maximum: number): number;
  /** One entry of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** True with this probability; 0 is never, 1 is always. */
  chance(probability: number): boolean;
  /** This many hexadecimal digits. */
  hexadecimal(length: number): string;
}

/** The mulberry32 generator: 32 bits of state, the same sequence on every platform. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (minimum: number, maximum: number): number =>
    minimum + Math.floor(next() * (maximum - minimum + 1));
  return {
    next,
    integer,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError("pick needs a list with at least one entry.");
      return list[integer(0, list.length - 1)] as T;
    },
    chance: (probability) => next() < probability,
    hexadecimal: (length) => Array.from({ length }, () => integer(0, 15).toString(16)).join(""),
  };
}
