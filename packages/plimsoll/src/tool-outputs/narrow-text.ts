const SAMPLE_CHARACTERS = 2_000;
const LEAST_CHARACTERS = 64;
const NULLS = /\u0000/g;
const BYTE_ORDER_MARK = /^(?:\u00ff\u00fe|\u00fe\u00ff|\ufffd\ufffd|\ufeff)/;

/** Text of two bytes a character that was read as one byte each, without the empty bytes; any other text as it is. */
export function narrowText(text: string): string {
  return isWide(text.slice(0, SAMPLE_CHARACTERS))
    ? text.replace(BYTE_ORDER_MARK, "").replace(NULLS, "")
    : text;
}

/** Nearly every second character is empty, and the others can be printed. */
function isWide(sample: string): boolean {
  if (sample.length < LEAST_CHARACTERS || !sample.includes("\u0000")) return false;
  const nulls = sample.match(/.\u0000|\u0000./gs)?.filter((pair) => /[\t\r\n -~]/.test(pair)).length ?? 0;
  return nulls >= (sample.length / 2) * 0.9;
}
