/** A ranked passage with the text of its document. */
export interface LookedAt {
  readonly document: string;
  readonly role: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}
