/** What becomes of a sentence that the record does not bear out: it goes, or a note behind it says so. */
export type ClaimVerdict = { readonly action: "remove" } | { readonly action: "mark"; readonly note: string };

export const REMOVE: ClaimVerdict = { action: "remove" };

const MAX_RECORD_CHARACTERS = 120;

/** Says what the record has instead. */
export function byTheRecord(text: string): ClaimVerdict {
  const plain = text.replace(/\s+/g, " ").trim();
  const short = plain.length <= MAX_RECORD_CHARACTERS ? plain : `${plain.slice(0, MAX_RECORD_CHARACTERS)}…`;
  return { action: "mark", note: `(by the record: ${short})` };
}
