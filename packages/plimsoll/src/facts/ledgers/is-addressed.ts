/** Where an order begins: the sentence, or what stands behind a comma, a colon, a dash, a bracket or a word like "please". */
const START = String.raw`(?:^[^\p{L}\p{N}]{0,8}|[,;:.(—–]\s{0,2}["“]?|\s-\s|\b(?:please|then|also|instead|just|to|and|but|so|or)\s)`;

/** What tells rather than orders behind "never" and "always": a past, a participle, a third person, no verb at all. */
const NO_VERB = String.raw`(?:the|an?|in|on|at|by|for|of|is|are|was|were|be|been|to|as|up|more|less|any|that|this|it|they|he|she|when|if|true|false|null|empty|available|possible|required|optional|present|equal|same|your|our|my)\b|[a-z]{2,20}(?:ed|ing|[^s\s]s)\b`;

/** Verbs by which people are told what to do. */
const VERBS =
  "add adjust aim allow answer apply archive ask assume avoid base be begin block build bump call cap catch change check choose cite clean close collapse combine commit compare complete confirm consider continue convert copy create cut declare default define delete deploy describe disable discard do document drop edit emit enable end enforce ensure escape exclude execute expect explain export expose extend fail fetch find finish fix focus follow format generate get give go group guard handle hide hold honou?r ignore implement import include inform inject inline insert inspect install invoke isolate keep label leave let limit link lint list load log look maintain make mark match merge mention migrate minimi[sz]e mock move name notify obtain omit open output parse pass paste pick pin place prefer prefix prepare preserve print produce propose protect provide publish push put raise read rebase record rerun re-run reduce refactor refer refrain refuse regenerate reject release rely remember remove rename render repeat replace reply report request resolve respect respond restart restrict retry return reuse revert review rewrite round run save search select send separate set ship show sign skip sort split squash start state stay stick stop store submit summari[sz]e support switch tag take tell test think throw touch track transfer translate treat trim try update upgrade use validate verify wait warn work wrap write".split(
    " ",
  );

/** Any of them, for a regular expression. */
export const ORDER_VERB: string = `(?:${VERBS.join("|")})`;

/** An order in English: a verb without a subject. A noun that looks like one has its own verb soon: "Test names must…". */
const ORDER = new RegExp(
  String.raw`(?:^|\b(?:please|then|also|instead|always|never|only|just)\s|[,;:(—–]\s{0,2})(?<=${START}(?:(?:always|never|only)\s)?)${ORDER_VERB}(?=[\s,;:]|$)(?!\s(?:[^\s,;:.(]{1,40}\s){0,5}(?:must|should|shall|may|can|cannot|is|are|was|will|has|have|never|always)\b)`,
  "iu",
);
const NEVER = new RegExp(
  String.raw`\b(?:never|always)(?<=${START}(?:you\s|we\s)?(?:never|always))\s(?!${NO_VERB})[a-z]`,
  "iu",
);
const FORBIDS = new RegExp(
  String.raw`\b(?:do not|don['’]?t|ensure|make sure|be sure|be careful|only (?:if|when|after|the|ever))(?<=${START}[a-z'’\s]{3,12})\s\w`,
  "iu",
);
/** The reader, those who give orders together with the reader, and those who do the work. */
const READER =
  /\b(?:you|we|agents?|assistants?|contributors?|developers?|reviewers?|maintainers?|committers?)(?:['’](?:ll|re|ve|d))?\s(?:[a-z]{1,12}\s){0,2}?(?:must|should|shall|may not|may only|can ?not|can['’]?t|can only|need(?:n['’]t)? to|needs to|ha(?:ve|s) to|are (?:not )?(?:allowed|expected|required|supposed)|never|always|only|ought|do not|don['’]?t|want|prefer)\b/i;
const WRITER =
  /\bi(?:['’]d)?\s(?:[a-z]{1,12}\s)?(?:want|need|expect|prefer|insist|ask|require|would|like|do not|don['’]?t|never|always|only)\b|\b(?:my|our) (?:rule|policy|convention|requirement|preference|budget|deadline|limit)s?\b/i;
/** What the work consists of. */
const WORK =
  /\b(?:commits?|commit messages?|pull requests?|prs?|merge requests?|(?:any|every|all|each) (?:new )?(?:code )?changes?)\b(?:\s[^\s,;:.]{1,40}){0,8}?\s(?:must|should|shall|may not|may only|needs? to|ha(?:ve|s) to)\b/i;
const NOTHING_OF = /^[^\p{L}]{0,8}(?:[\p{L} ]{1,30}:\s)?no [^?]{2,80}$/iu;
const TELLS = /\b(?:is|are|was|were|will|has|have|had|does|did|can|would)\b/i;

const CHINESE =
  /(?:^|[，,。；;：:、！!\s（(—-])(?:请|你们?|您|我们|咱们|大家|也|都|并且?|且|则|就|但是?|同时|另外|而且|绝对|千万|一定|任何时候|无论如何|[^，。；：\s]{1,16}[时前后]){0,3}(?:不要|不能|不可|不得|不许|不准|不允许|不应|不该|禁止|严禁|切勿|请勿|勿|别|必须|务必|要|一定要|始终|总是|永远|绝不|只能|只许|只用|只改|仅|确保|保证|记得|注意|避免|除非|不再|无需|无须|不用|不需要|不必|统一|默认|一律|保持|优先|尽量|使用|遵循|遵守)/;
const OTHERS =
  /(?:^|[,;:]\s)(?:bitte\s)?(?:niemals|nie|auf keinen fall|stelle? sicher|stellen sie|achte|vermeide|ne\s|n['’]|toujours|jamais|assure|nunca|siempre|no (?:uses?|cambies?|toques?|borres?|modifiques?|hagas)\b|asegúrate|evita)|\b(?:du|ihr|tu|vous|tú|usted)\b|しないで|ください|してはいけ|してはなら|しなければ|こと[。]?$/i;

const ADDRESSES: readonly RegExp[] = [ORDER, NEVER, FORBIDS, READER, WRITER, WORK, CHINESE, OTHERS];

/**
 * True if a sentence that demands something asks it of the reader: an order, "you", "we", what the writer wants. False
 * where it says what something else does or must do: "The server must answer in five seconds."
 */
export const isAddressed = (sentence: string): boolean =>
  ADDRESSES.some((pattern) => pattern.test(sentence)) || (NOTHING_OF.test(sentence) && !TELLS.test(sentence));
