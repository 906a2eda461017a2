/** No name, path or number is so long. */
const LEAST_CHARACTERS = 200;
const SHOWN_CHARACTERS = 24;
const SAMPLED_CHARACTERS = 2_000;

const IS_CODE: readonly boolean[] = Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_%=-]/.test(String.fromCharCode(code)),
);

/** The text with every long run of base64, hexadecimal digits or the like cut to its beginning and its length. */
export function withoutEncodedRuns(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  let start = -1;
  for (let index = 0; index <= text.length; index += 1) {
    if (IS_CODE[text.charCodeAt(index)] === true) {
      if (start === -1) start = index;
      continue;
    }
    const from = start;
    start = -1;
    if (from === -1 || index - from < LEAST_CHARACTERS) continue;
    if (!isEncoded(text.slice(from, Math.min(index, from + SAMPLED_CHARACTERS)))) continue;
    parts.push(text.slice(copied, from + SHOWN_CHARACTERS), `…[${index - from} encoded characters]`);
    copied = index;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(copied);
}

/** Digits and letters mixed as bytes mix them, and no words between separators. */
function isEncoded(sample: string): boolean {
  const digits = sample.match(/\d/g)?.length ?? 0;
  const separators = sample.match(/[/_=-]/g)?.length ?? 0;
  return digits >= sample.length * 0.03 && separators <= sample.length * 0.08 && !/^\d+$/.test(sample);
}
