/**
 * Every number that decides what a summary says, set by hand. Few on purpose: weights fitted to one kind of session
 * lose on others, and signals stand in for one another.
 */
export const WEIGHTS = {
  /** What a string is worth that was seen once, in an output. */
  seen: 0.05,
  /** Times the logarithm of the calls that used a string: what was used will be used. */
  calls: 1,
  /** Times the logarithm of the items that hold a string. */
  items: 0.2,
  /** Times the share of a unit's words that the newest messages speak of. */
  focus: 0.2,
  /** Named by the user, by the assistant. */
  user: 1,
  assistant: 0.3,
  /** Asked for in a call and shown in a result. */
  callAndOutput: 0.4,
  /** In the result of a call that failed. */
  error: 0.3,
  /** In the summary before: chosen once, not to be lost on the way. */
  previous: 0.7,
  /** A path in the line of a call that also carried a text: a file that was written. */
  writtenFile: 0.5,
  /** Factors by kind of string. A file or a name says more than a number. */
  kinds: { path: 1.5, name: 1, reference: 0.7, id: 0.7, line: 0.7 },
  /** The same for being named by the user or the assistant: many paths and addresses are named in passing. */
  named: { path: 0.75, name: 1, reference: 0.35, id: 0.7, line: 0.7 },
  /** Factor on a line that was met last in a text that an edit replaced. */
  replaced: 0.2,
  /** Factor on strings that stand in bare listings only. */
  listed: 0.25,
  /** Recency adds at most this much to a factor of 1, falling off within a fifth and within half of the items. */
  recency: { near: 1, far: 0.5 },
  /** A word beside the strings above: decides only where nothing exact is at stake, as in conversations. */
  word: 0.0003,
  /** A word counts for each unit it stands in, up to so many: topics are repeated. */
  wordUnits: 4,
  /** Factor on a word that stands in one item only. */
  singleWord: 0.7,
  /** Each repetition of a word within a quarter of the text is worth this much of the one before. */
  repetition: 0.6,
  /** What a unit without a rare word claims of an exact string; one that says what it is about may claim the rest. */
  unbound: 0.45,
  /** What a term is still worth that stays visible in the window. */
  kept: 0.3,
  /** What a word or string that the caller's note names is worth on top. */
  noted: 1,
  /** What a user's sentence is worth beside the terms in it. */
  userSentence: 0.3,
} as const;
