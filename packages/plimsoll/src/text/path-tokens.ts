const MIN_CHARACTERS = 3;
const MAX_CHARACTERS = 400;
const TELLING = /[./]/g;
/** By character code: whether it is part of a path. */
const IN_PATH: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w@.+~/\\:-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const isInPath = (code: number): boolean => code < 128 && IN_PATH[code] === 1;

/** The words of a text that hold a dot or a slash, longer ones in pieces. One pass that looks for those two. */
export function pathTokens(text: string): string[] {
  const tokens: string[] = [];
  let from = 0;
  TELLING.lastIndex = 0;
  while (TELLING.test(text)) {
    let end = TELLING.lastIndex;
    let start = end - 1;
    while (start > from && isInPath(text.charCodeAt(start - 1))) start--;
    while (end < text.length && isInPath(text.charCodeAt(end))) end++;
    if (end - start <= MAX_CHARACTERS) {
      if (end - start >= MIN_CHARACTERS) tokens.push(text.slice(start, end));
    } else tokens.push(...piecesOf(text.slice(start, end)));
    from = end;
    TELLING.lastIndex = end;
  }
  return tokens;
}

function piecesOf(run: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < run.length; start += MAX_CHARACTERS) {
    const piece = run.slice(start, start + MAX_CHARACTERS);
    if (piece.length >= MIN_CHARACTERS && /[./]/.test(piece)) pieces.push(piece);
  }
  return pieces;
}
