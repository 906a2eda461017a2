import type { TextSample } from "../text-sample.js";

const CONTROL_SHARE = 0.01;
const REPLACEMENT_SHARE = 0.03;
const ENCODED_LINE_CHARACTERS = 56;
const UNPRINTABLE = /[\u0000-\u0007\u000b\u000e-\u001a\u001c-\u001f\ufffd]/;
const HEX_DUMP = /^(?:0x)?[0-9a-fA-F]{6,16}:?\s+(?:[0-9a-fA-F]{2,8}\s+){4}/;

/** Control characters, base64, hexadecimal and dumps of bytes. */
export function looksBinary(sample: TextSample): boolean {
  const { text } = sample;
  if (text.length === 0) return false;
  if (/^data:[\w.+-]+\/[\w.+-]+[;,]/.test(text.slice(0, 200)) && sample.lines.length < 3) return true;
  if (UNPRINTABLE.test(text) && isUnprintable(text)) return true;
  return isEncoded(sample) || isHexDump(sample);
}

function isUnprintable(text: string): boolean {
  let control = 0;
  let replaced = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) replaced += 1;
    else if (
      code < 32 &&
      code !== 9 &&
      code !== 10 &&
      code !== 13 &&
      code !== 27 &&
      code !== 12 &&
      code !== 8
    )
      control += 1;
  }
  return control > text.length * CONTROL_SHARE || replaced > text.length * REPLACEMENT_SHARE;
}

/** Nearly all of the text is lines of base64 or hexadecimal digits without a blank in them. */
function isEncoded(sample: TextSample): boolean {
  const long = sample.lines.filter((line) => line.length >= ENCODED_LINE_CHARACTERS);
  const encoded = long.filter((line) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(line) && isMixed(line));
  return encoded.length > 0 && encoded.length >= sample.lines.length * 0.8;
}

/** Digits among letters: no word and no path looks like this over a whole line. */
const isMixed = (line: string): boolean =>
  /\d/.test(line) && (/[a-f]/i.test(line) || /^\d+$/.test(line)) && !/[-_/]{2}/.test(line);

function isHexDump(sample: TextSample): boolean {
  const dumped = sample.lines.filter((line) => HEX_DUMP.test(line)).length;
  return sample.lines.length >= 4 && dumped >= sample.lines.length * 0.8;
}
