const REFERENCE = /^\[[a-z][^\n]{0,300}; full output: (item_[0-9a-f]{32})\](?:\n|$)/;

/** The archived item that a text is evidence of; `undefined` for any other text. */
export function evidenceReference(text: string): string | undefined {
  return REFERENCE.exec(text.slice(0, 400))?.[1];
}
