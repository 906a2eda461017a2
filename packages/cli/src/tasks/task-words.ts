import type { SeededRandom } from "plimsoll/testing";

const GIVEN = [
  "Marta",
  "Idris",
  "Yuki",
  "Leonor",
  "Tomasz",
  "Amara",
  "Soren",
  "Priya",
  "Mateo",
  "Freya",
  "Hamid",
  "Noor",
];
const FAMILY = [
  "Okafor",
  "Lindqvist",
  "Tanaka",
  "Barbosa",
  "Kowalski",
  "Mensah",
  "Dahl",
  "Raman",
  "Ibarra",
  "Novak",
  "Farouk",
  "Castell",
];
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** `count` different entries of a list. */
export function pickSome<T>(random: SeededRandom, list: readonly T[], count: number): T[] {
  const left = [...list];
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(random.integer(0, left.length - 1), 1)[0] as T,
  );
}

/** Different full names; no two share a part. */
export function people(random: SeededRandom, count: number): string[] {
  const family = pickSome(random, FAMILY, count);
  return pickSome(random, GIVEN, count).map((given, index) => `${given} ${family[index] ?? ""}`);
}

/** Six letters and digits, at least one of each: `QX7T2M`. */
export function bookingCode(random: SeededRandom): string {
  const letter = (): string => LETTERS[random.integer(0, LETTERS.length - 1)] ?? "X";
  return `${letter()}${letter()}${random.integer(2, 9)}${letter()}${random.integer(2, 9)}${letter()}`;
}

/** Rows made one by one. */
export function rows(count: number, row: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => row(index)).join("\n");
}

/** `events` with `noise` pieces of other work spread over the gaps between them, the first few left together. */
export function interleave<T>(
  events: readonly T[],
  noise: readonly (readonly T[])[],
  { from, to = events.length }: { readonly from: number; readonly to?: number },
): T[] {
  const gaps = Math.max(1, to - from);
  const result: T[] = events.slice(0, from);
  for (let gap = 0; gap < gaps; gap++) {
    const start = Math.floor((gap * noise.length) / gaps);
    const end = Math.floor(((gap + 1) * noise.length) / gaps);
    result.push(...noise.slice(start, end).flat(), ...events.slice(from + gap, from + gap + 1));
  }
  return [...result, ...events.slice(from + gaps)];
}
