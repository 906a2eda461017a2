/** What cues mark. */
export type CueName =
  // What a sentence demands.
  | "acceptance"
  | "limit"
  | "rule"
  /** How something is done best. */
  | "advice"
  | "preference"
  /** Takes back or replaces something said before. */
  | "correction"
  /** At the end of a sentence: it holds besides, and replaces nothing. */
  | "addition"
  /** Says that something is so from now on. */
  | "new state"
  /** Says that what follows no longer holds. */
  | "withdrawal"
  | "negation"
  /** "Actually the tests use the network": how things are, not what is allowed. */
  | "claim of fact"
  /** Words of obligation and permission. */
  | "modal word"
  // Whom it addresses.
  /** Asks something of the reader: an order, "you", what the writer wants. */
  | "address"
  /** "No emojis in commits" */
  | "bare prohibition"
  /** Verbs of a sentence that describes. */
  | "descriptive verb"
  | "wish"
  /** Words that open a sentence and say nothing of its subject. */
  | "opening word"
  // What is asked, supposed or reported rather than demanded.
  | "question"
  /** A question by its words, marked or not. */
  | "question form"
  /** A question that asks for something politely. */
  | "polite request"
  /** "whether or not", up to the words that only seem to forbid. */
  | "alternative question"
  /** A condition in the words of a demand. */
  | "condition"
  | "condition word"
  /** What an error, a log or a tool said, to the end of the clause. */
  | "report"
  | "supposition"
  // What was settled.
  | "decision"
  | "intention"
  | "contrast"
  /** Behind it stands what was turned down. */
  | "rejection"
  | "consideration"
  | "reason"
  | "reason clause"
  | "blocker"
  | "risk"
  | "approval question"
  | "refusal"
  // Headings and labels.
  | "rules heading"
  /** A heading that names what stands below it as rules. */
  | "name of rules"
  | "acceptance heading"
  /** In a script without blanks: part of a label that announces something. */
  | "heading sign"
  /** The name of a tag around what the user wants. */
  | "request tag"
  // Who speaks.
  | "greeting"
  | "speaker role"
  /** The user, the assistant and the like, as names of speakers. */
  | "party"
  /** Words by which people speak of themselves and to each other. */
  | "dialogue"
  /** What a transcriber notes beside the words. */
  | "transcriber note"
  // Sentences and lines.
  /** No sentence ends so. */
  | "unfinished end"
  /** With a capital, it begins a new sentence. */
  | "sentence opening"
  | "legal phrase"
  | "mail header"
  | "mail sender"
  | "mail divider"
  | "mail quotation"
  // What programs print.
  | "machine line"
  | "named error"
  | "error at a place"
  | "error line"
  | "failure phrase"
  | "failed test line"
  | "failed result"
  | "failure text"
  | "exit notice"
  | "success"
  | "running command"
  | "failed command"
  | "shell failure"
  | "started"
  | "ended";

/** Sets of single words that are looked up. */
export type WordListName =
  /** Says how something is said, not what is spoken of. */
  | "stop word"
  /** Holds spoken sentences together. */
  | "talk stop word"
  | "hesitation"
  /** A label with one of them announces what follows. */
  | "heading word"
  /** The same, where the label consists of it. */
  | "lone heading word"
  /** Tells that something was decided, whatever it is. In the form of `contentWords`. */
  | "decision verb"
  | "finished state"
  | "active state";
