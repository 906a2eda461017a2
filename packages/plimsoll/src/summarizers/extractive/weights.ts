/**
 * Every number that decides what a summary says, set by hand. Few on purpose: weights fitted to one kind of
 * session lose on others, and signals overlap.
 */
export const WEIGHTS = {
  /** The value of a string seen once, in an output. */
  seen: 0.05,
  /** Times the logarithm of the calls that used a string: used strings will be used again. */
  calls: 1,
  /** Times the logarithm of the items that hold a string. */
  items: 0.2,
  /** Times the share of a unit's words that the newest messages speak of. */
  focus: 0.2,
  /** Times that for a record of a tool: which of many alike is meant. */
  recordFocus: 3,
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
  /** Factor for code in a document that the session only read. */
  example: 0.2,
  /** Factor for strings that occur only in bare listings. */
  listed: 0.25,
  /** Recency adds at most this much to a factor of 1, falling off within a fifth and within half of the items. */
  recency: { near: 1, far: 0.5 },
  /**
   * The value of a word next to the strings above: it decides only if nothing exact is at stake, as in
   * conversations.
   */
  word: 0.0003,
  /** A word counts for each unit that contains it, up to this many: topics are repeated. */
  wordUnits: 4,
  /** Factor for a word that occurs in only one item. */
  singleWord: 0.7,
  /** Each repetition of a word within a quarter of the text is worth this much of the one before. */
  repetition: 0.6,
  /**
   * The share of an exact string that a unit without a rare word claims; one that describes it may claim the
   * rest.
   */
  unbound: 0.45,
  /** The only line of its kind in a short output, whatever it holds: somebody asked for it. */
  standingOut: 0.2,
  /** The remaining value of a term that stays visible in the window. */
  kept: 0.3,
  /** The extra value of a word or string in the caller's note. */
  noted: 1,
} as const;
