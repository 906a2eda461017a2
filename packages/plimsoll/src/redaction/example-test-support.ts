const CHARACTERS: Readonly<Record<string, string>> = {
  hex: "0123456789abcdef",
  HEXUP: "0123456789ABCDEF",
  alnum: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
  low: "abcdefghijklmnopqrstuvwxyz0123456789",
  UPPER: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  letter: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  digit: "0123456789",
};

/** So many characters, the same for the same seed, evenly drawn; never beginning or ending with a sign. */
export function randomCharacters(characters: string, length: number, seed: number): string {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  return Array.from({ length }, () => characters.charAt(next() % characters.length)).join("");
}

/** The example of a rule with its placeholders filled in: `<hex32>` becomes 32 such characters. */
export function filledExample(example: string, seed: number = 7): string {
  let place = seed;
  const draw = (characters: string, length: number): string => {
    place += 1;
    const drawn = randomCharacters(characters, length, place).replace(/^[-_]|[-_]$/g, "x");
    // A run of letters alone would be a word: few tokens are.
    return characters.includes("5") ? `${drawn.slice(0, 1)}5${drawn.slice(2)}` : drawn;
  };
  const hex = (length: number): string => draw("0123456789abcdef", length);
  return example
    .replaceAll("<uuid>", () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`)
    .replace(/<([A-Za-z]+)(\d+)>/g, (whole, name: string, length: string) => {
      const characters = CHARACTERS[name];
      return characters === undefined ? whole : draw(characters, Number(length));
    });
}
