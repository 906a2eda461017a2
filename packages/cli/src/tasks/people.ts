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
