/** Puts the events of a streamed answer together. */
export interface AnswerStream {
  /** The text that an event adds to the answer; empty for none. */
  take(event: unknown): string;
  /** The answer as it would have come unstreamed; undefined as long as it is not whole. */
  answer(): unknown;
}
