/** What cues mark. */
export type CueName =
  // What a sentence demands.
  | "acceptance"
  | "limit"
  | "rule"
  /** How something is done best. */
  | "advice"
  | "preference"
  /** An order or request by its form, whatever it asks for: "Run the tests", "please deploy". */
  | "order"
  /** Next to an order: it holds more than once. "every", "each time", "whenever", "everything". */
  | "standing word"
  /** An order that is carried out once and then done: "Show me the diff", "try it again". */
  | "one-off"
  /** An order in the world whose details must be right: "Book …", "Send … to …", "Pay …". */
  | "commission"
  /** Answering, writing to somebody: with the name of a language, it says in which one. */
  | "answer"
  | "language name"
  /** What the user tells of themselves, their people and their surroundings, to be kept in mind. */
  | "own fact"
  /** Something is in somebody else's hands: "The stylesheet is Jonas's territory". */
  | "territory"
  /** "Mind the comment": the comments in the code below it bind. */
  | "pointer to comment"
  /** Withdraws or replaces an earlier statement. */
  | "correction"
  /** Names a day: "26 March", "Friday", "tomorrow". */
  | "date"
  /** Allows something: "you can", "go ahead and", "is fine". */
  | "permission"
  /** Lifts an earlier rule: "forget what I said about", "you don't need … anymore". */
  | "release"
  /** Gives something another value: "make that", "moved to", "is now". */
  | "changed value"
  /** A value that no longer holds, the value included: "not yarn", "instead of yarn". */
  | "replaced value"
  /** At the end of a sentence: it holds in addition and replaces nothing. */
  | "addition"
  /** Says that something is so from now on. */
  | "new state"
  /** Beside a rule on the same thing: it may be done or is open (again), whoever does it. "The migrations can run now" */
  | "allowance"
  /** What is done to a thing in general, or with it: "touch", "change", "run". Says nothing of which thing. */
  | "deed"
  /** Something is kept, or kept as it is. */
  | "keeping"
  /** Something is done away with. */
  | "removal"
  /** Something is put to work (again). */
  | "switching on"
  /** Something is only looked at. */
  | "sight"
  /** More or longer than before: "longer answers". */
  | "going beyond"
  /** In how many words or sentences: next to an order to answer, it says how to. */
  | "brevity"
  /** Chooses a value without saying of what: "make that 5", "let's go with 45". */
  | "chosen value"
  /** What follows no longer applies. */
  | "withdrawal"
  // What a summary claims, to be held against the record.
  /** A rule no longer binds: "the restriction was lifted". */
  | "lifted rule"
  /** Something may be done: "you may now", "no approval needed". */
  | "granted right"
  /** Speaks of the user. */
  | "named user"
  /** A rule that asks for consent, or leaves one way only. */
  | "asks first"
  | "claim of completion"
  /** Tests or checks succeed. */
  | "claim of passing"
  | "negation"
  /** "Actually the tests use the network": how things are, not what is allowed. */
  | "claim of fact"
  /** Words of obligation and permission. */
  | "modal word"
  /** In a script without blanks: what stands between the words that matter. */
  | "function sign"
  /** In Korean: a word of one syllable with a particle behind it. */
  | "particle"
  // Whom it addresses.
  /** Asks the reader for something: an order, "you", a wish of the writer. */
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
  /** In a clause next to a demand: says when, where or for what it holds. "unless Ada agrees", "trailing blank included" */
  | "qualifying word"
  /** The words of an error, a log or a tool, to the end of the clause. */
  | "report"
  | "supposition"
  /** A rule that held once, or elsewhere: "We used to …", "At my old company you had to …". */
  | "past rule"
  /** What somebody thinks or people say in general: "I think people should", "as they say". */
  | "opinion"
  /** Thanks and reassurance in the words of a demand: "You don't have to apologise". */
  | "courtesy"
  /** It binds somebody who is no part of the work: "Her doctor told her to". */
  | "third party"
  /** A conclusion in the words of a demand: "The service must be dead". */
  | "guess"
  /** Tells what happens or happened, in the words of a demand: "The build never finishes". */
  | "account"
  // What was settled.
  | "decision"
  | "intention"
  /** A sentence of nothing but what its speaker does next. */
  | "announcement"
  | "contrast"
  /** An earlier decision no longer holds. */
  | "taking back"
  /** A rejected option follows. */
  | "rejection"
  | "consideration"
  | "reason"
  | "reason clause"
  | "blocker"
  | "risk"
  | "approval question"
  /** Something is left to be done later. */
  | "open matter"
  /** The same in the words of a user, which of an assistant only mean the next step. */
  | "owed matter"
  /** Something that was left is done, or need not be done. */
  | "settled matter"
  /** Next to that: it is denied, wished or supposed. */
  | "not yet"
  /** Between a subject and what it is, where it goes, when it takes place. */
  | "linking verb"
  | "refusal"
  // Headings and labels.
  | "rules heading"
  /** A heading that declares what follows as rules. */
  | "name of rules"
  | "acceptance heading"
  /** In the head of a table, or above it: its rows are rules. */
  | "rules table"
  /** In a script without blanks: part of a label that announces something. */
  | "heading sign"
  /** The name of a tag around the user's request. */
  | "request tag"
  /** The name of a tag around what a client adds to the user's message, whatever else it says. */
  | "client tag"
  // Who speaks.
  | "greeting"
  | "speaker role"
  /** The user, the assistant and the like, as names of speakers. */
  | "party"
  /** Words by which people speak of themselves and to each other. */
  | "dialogue"
  /** A transcriber's note next to the words. */
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
  | "error in a line"
  | "failure phrase"
  | "failed test line"
  | "failed result"
  /** The opening of a result that says why nothing was done. */
  | "refused result"
  | "failure text"
  | "exit notice"
  | "success"
  | "running command"
  | "failed command"
  | "shell failure"
  | "started"
  | "ended"
  /** What is named no longer stands: closed, withdrawn, rolled back. */
  | "taken away";

/** Sets of single words that are looked up. */
export type WordListName =
  /** Describes how something is said, not the subject. */
  | "stop word"
  /** Holds spoken sentences together. */
  | "talk stop word"
  | "hesitation"
  /** A number in words. */
  | "number word"
  /** A label with one of these words announces what follows. */
  | "heading word"
  /** The same, if the label consists of it. */
  | "lone heading word"
  /** Tells that something was decided, whatever it is. In the form of `contentWords`. */
  | "decision verb"
  | "finished state"
  /** Of a record that somebody still has to deal with. */
  | "open state"
  | "active state"
  /** In a claim about rules, says nothing of what the rule is about. */
  | "claim word";
