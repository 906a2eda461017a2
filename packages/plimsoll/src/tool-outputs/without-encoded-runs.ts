/** No name, path or number is so long. */
const LEAST_CHARACTERS = 200;
const SHOWN_CHARACTERS = 24;
const SAMPLED_CHARACTERS = 2_000;

const IS_CODE: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_%=-]/.test(String.fromCharCode(code)),
);

const isCode = (text: string, at: number): boolean => IS_CODE[text.charCodeAt(at)] === true;

/** The text with every long run of base64, hexadecimal digits or the like cut to its beginning and its length. */
export function withoutEncodedRuns(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let start = 0;
  while (start + LEAST_CHARACTERS <= text.length) {
    // Looked at from behind, most characters need not be looked at: a run that is too short ends at once.
    let last = start + LEAST_CHARACTERS - 1;
    while (last >= start && isCode(text, last)) last -= 1;
    if (last >= start) {
      start = last + 1;
      continue;
    }
    let end = start + LEAST_CHARACTERS;
    while (end < text.length && isCode(text, end)) end += 1;
    if (isEncoded(text.slice(start, Math.min(end, start + SAMPLED_CHARACTERS)))) {
      parts.push(text.slice(copied, start + SHOWN_CHARACTERS), `…[${end - start} encoded characters]`);
      copied = end;
    }
    start = end + 1;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(copied);
}

/** Digits and letters mixed as bytes mix them, and no words between separators. */
function isEncoded(sample: string): boolean {
  const digits = sample.match(/\d/g)?.length ?? 0;
  const separators = sample.match(/[/_=-]/g)?.length ?? 0;
  return digits >= sample.length * 0.03 && separators <= sample.length * 0.08 && !/^\d+$/.test(sample);
}
