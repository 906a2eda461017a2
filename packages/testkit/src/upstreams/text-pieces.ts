const PIECE = 24;

/** A text in the pieces in which a stream gives it. Never in the middle of a character. */
export function textPieces(text: string): string[] {
  const characters = [...text];
  const count = Math.ceil(characters.length / PIECE);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * PIECE, (index + 1) * PIECE).join(""),
  );
}
