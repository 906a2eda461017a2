const REFERENCE = /^\[[a-z][^\n]{0,300}; full output: ((?:item|art)_[0-9a-f]{32})\](?:\n|$)/;

/** The artifact, or the archived item, that a text is evidence of; `undefined` for any other text. */
export function evidenceReference(text: string): string | undefined {
  return REFERENCE.exec(text.slice(0, 400))?.[1];
}
