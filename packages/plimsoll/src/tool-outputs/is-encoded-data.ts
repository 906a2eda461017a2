const SAMPLE_CHARACTERS = 2_000;
const LEAST_CHARACTERS = 120;

/** True for text that no one reads: a data address, base64 or ciphertext. */
export function isEncodedData(text: string): boolean {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  if (/^data:[\w.+/-]{0,100};base64,/i.test(sample)) return true;
  return (
    sample.length >= LEAST_CHARACTERS &&
    /^[\w+/=-]+$/.test(sample) &&
    /\d/.test(sample) &&
    /[A-Z]/.test(sample)
  );
}
