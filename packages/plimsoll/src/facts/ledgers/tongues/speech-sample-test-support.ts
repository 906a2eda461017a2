/** What people say in one language, to hold its cues against. */
export interface SpeechSample {
  readonly language: string;
  /** Sentences that bind, each as a message of its own. */
  readonly rules: readonly string[];
  /** Sentences with similar words that bind nothing. */
  readonly lookAlikes: readonly string[];
  /** A rule, and what later takes it back or gives it another value. */
  readonly changes: readonly (readonly [rule: string, change: string])[];
  /** What is known to be read wrongly: rules that do not bind, look-alikes that do, changes that change nothing. */
  readonly misread: readonly string[];
}
