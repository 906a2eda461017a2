import { withoutAddress } from "./address-length.js";
import { joinPatterns } from "../../text/join-patterns.js";
import type { ConstraintKind } from "../checkpoint/checkpoint.js";
import { isAddressed, ORDER_VERB } from "./is-addressed.js";

/** At the beginning of a clause: of the sentence, or behind a comma, a colon, a dash, a bracket or a joining word. */
const CLAUSE = String.raw`(?:^|[,;:(—–]\s{0,2}|\s-\s|["“*_]{1,3}|\b(?:and|but|so|then|also|please|or|just|again|always|you|i want you to)\s{1,2})`;

const words = (source: string): RegExp => new RegExp(source, "i");

/** The words at the beginning of a clause. Looking for the words first and back from them is what keeps this fast. */
const clause = (opening: string, rest: string): RegExp =>
  new RegExp(String.raw`(?:${opening})(?<=${CLAUSE}(?:${opening}))${rest}`, "i");

/** The words, unless `subject` stands before them. */
const unlessAfter = (subject: string, [word, rest]: readonly [string, string]): RegExp =>
  new RegExp(String.raw`\b${word}\b(?<!\b(?:${subject})\s${word})${rest}`, "i");

/** Verbs in the past, which tell what happened. */
const PAST = String.raw`[a-z]{2,20}ed(?<!\b(?:need|exceed|proceed|feed|embed|speed|succeed|bleed|breed|seed|shed|wed|shred))`;
/** A participle that only a guess has behind "must have". */
const GUESSED = String.raw`been|had|gone|got|gotten|lost|broken|made|done|taken|come|seen|forgotten|thrown|known|meant|thought|chosen|written|sent|${PAST}(?=[.,;!]|$|\s(?:the|a|an|my|your|our|his|her|their|it|this|that|because|when|after|before|since|while|in|on|at|by|to|with|from|due|some\w{0,8}|again|already|earlier|there|here|out|up|off|down|over)\b)`;

const ACCEPTANCE: readonly RegExp[] = [
  words(
    String.raw`\bacceptance criteri|\bdefinition of done\b|\b(?:is|are|be|it'?s|we'?re|you'?re)\s(?:only\s)?(?:done|complete|finished|accepted)\s(?:only\s)?(?:when|once|if|after)\b|\bdone when\b|\bsuccess (?:means|is when)\b`,
  ),
  words(
    String.raw`\b(?:tests?|checks?|builds?|suite|ci|lint)\s(?:must|should|needs? to|have to|has to)\s(?:all\s)?(?:still\s)?(?:pass|be green|succeed)\b`,
  ),
  words(
    String.raw`\buntil (?:all |every |the )?(?:\w+ ){0,2}(?:tests?|checks?|builds?) (?:pass|is green|are green)`,
  ),
  /验收|完成标准|才算完成|测试(?:必须|都要|全部)?通过/,
  /\babnahmekriteri|\bcritères? d'acceptation|\bcriterios? de aceptación|受け入れ(?:条件|基準)/i,
];

const LIMIT: readonly RegExp[] = [
  words(
    String.raw`\b(?:at (?:most|least)|no (?:more|less|fewer|later|longer|earlier) than|not (?:more|less|later) than|a maximum of|a minimum of|maximum)\s(?:\S+\s){0,2}[\d$€£]`,
  ),
  words(
    String.raw`\b(?:use|allow|accept|retry|try|spend|take|keep|support|may|can|must|should|handle|pay)\b[^.;]{0,60}\bup to\s(?:\S+\s){0,2}[\d$€£](?!\S{0,12}\s?(?:x\b|times|%))`,
  ),
  words(
    String.raw`\b(?:limit|cap|budget|deadline|timeout|quota|max(?:imum)?|min(?:imum)?)\b\s?(?:\S+\s){0,4}?(?:is|of|to|at|=|:|below|under|for)\s?(?:\S+\s){0,3}?[\d$€£]`,
  ),
  words(
    String.raw`\b(?:stay|keep|kept|remain|be|cost|costs|fit|finish|done|complete)\b.{0,60}\b(?:under|below|within|in under|less than|more than)\s[\d$€£]`,
  ),
  words(
    String.raw`\b(?:due|deadline|finish|finished|ready|done|ship|deliver|delivered|need(?:ed)?|submit)\b.{0,60}\b(?:by|before|until|on)\s(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|midnight|eod|end of|next|january|february|march|april|may|june|july|august|september|october|november|december|\d{1,4}[-/:.\s])`,
  ),
  words(
    String.raw`\b(?:write|keep|limit|use|summari[sz]e|answer|respond|reply|give|produce|stay|be)\b[^.?!]{0,60}?~?\d[\d,.]{0,8}(?:\s?[–-]\s?\d[\d,.]{0,8})?\s(?:words|characters|sentences|paragraphs|pages|bullet points|lines|tokens)\b`,
  ),
  /\bdeadline (?:is|for)\b|[$€£]?\d[\d.,]{0,12}\S{0,8} or (?:less|fewer|more|below|above)\b/i,
  /最多|最少|至少|不超过|不得超过|不能超过|不少于|上限|下限|截止|之前完成|以内|限制(?:为|在)/,
  /\b(?:höchstens|mindestens|maximal|au (?:plus|moins|maximum)|como (?:máximo|mínimo))\b|以内に|まで(?:に|です)|(?:最大|最低)\d/i,
];

const RULE: readonly RegExp[] = [
  // What calls itself one, on one line: "Rules: 1) no mocks 2) no sleeps".
  /^[^\p{L}]{0,8}(?:(?:hard|strict|the|my|our|key) )?(?:rules?|requirements?|constraints?|must-haves?|要求|规则|约束)\s?[:：]\**\s{0,3}[^\s*]/iu,
  // Prohibitions.
  clause(
    String.raw`do not|don['’]?t|do NOT`,
    String.raw`\s(?!know|think|remember|see|understand|believe|worry|want|need\b|care\b|mind\b|get it|forget\b(?! to))\w`,
  ),
  words(
    String.raw`\b(?:i|we) (?:really |also |just )?(?:do not|don['’]?t) want (?:you|it|this|that|any(?!(?:thing|one|body) to (?:go|be|get) wrong)\w{0,6}|the|a|an|our|my|users?|people|to (?:see|have|lose|break|change|make|add|use|rely|depend|introduce|support|store|send|expose|share|commit|push|deploy|install|rewrite|refactor|touch|pay|spend|wait|risk|end up))\b|\byou (?:do not|don['’]?t) (?:have|need) to\b`,
  ),
  unlessAfter(
    String.raw`i|i['’]ve|have|has|had|it|this|that|which|he|she|they|was|were|is|are|am|what|almost|be|['’]s|['’]d|would|could|can|might|['’]ll`,
    [
      "never",
      String.raw`(?! (?:mind|know|been|seen|heard|had|got|went|came|did|[a-z]+[^s\s]s)\b)(?!(?<=\w\snever) ${PAST}\b)`,
    ],
  ),
  words(
    String.raw`\b(?:must|should|shall|may|can|could|need|ought|are|is) ?(?:not|n['’]t) (?:to )?(?:be )?(?:allowed|permitted|acceptable|supposed to)\b`,
  ),
  words(
    String.raw`\b(?:must ?n['’]?o?t|should ?n['’]t|should not|shall not|(?<!may or )may not|(?:you|it|this|we|that|they) (?:cannot|can['’]?t)(?= (?:use|change|modify|touch|break|edit|delete|remove|add|install|exceed|depend|rely|commit|push|deploy|merge)))\b(?! (?:have|be (?:a problem|too hard|difficult|an issue))\b)`,
  ),
  words(
    String.raw`\b(?:under no circumstances|off[- ]limits|forbidden|prohibited|not allowed|not permitted|no need (?:to|for)|leave .{1,80} (?:alone|untouched|as[- ]is|unchanged))\b`,
  ),
  clause(String.raw`avoid|stop|refrain from|skip|leave out|stay away from`, String.raw`\s\w`),
  words(
    String.raw`(?:^|[,;—–]\s|\b(?:and|but)\s)no (?!problem|worries|idea|thanks|need|longer|luck|matter|doubt|one\b|way\b|rush|other\b|(?:no|i|it|that|this|we|you|they|he|she|there|not|but|so|what|sorry|yes|wait|actually)(?:[\s,.!]|['’]|$))(?!.{0,60}\b(?:needed|necessary|required|exists?|found)\b)[^?,()]{2,60}$`,
  ),
  words(
    String.raw`\bwithout (?:breaking|changing|modifying|touching|adding|using|removing|losing|altering|introducing|asking|committing|installing)\b(?<!\b(?:could|can|did|does|do|was|were) ?(?:n['’]?t|not)\b.{0,120})(?<!\b(?:impossible|unable)\b.{0,120})`,
  ),
  // Obligations.
  unlessAfter("i", [
    "must",
    String.raw`(?! (?:have (?:\w{1,12}ly |just |also )?(?:${GUESSED})|be (?:a bug|wrong|missing|something|some kind|because|due|why|that|caused|related|nice|hard|confusing|frustrating)|admit|confess)\b)`,
  ]),
  unlessAfter(
    String.raw`i|it|this|that|which|he|she|they|have|has|had|was|were|is|are|am|can|could|might|would|['’]ll|almost|not|nearly|as`,
    [
      "always",
      String.raw`(?<!['’](?:s|ve|re|m) always)(?!(?<=\w\salways) ${PAST}\b)(?! (?:been|had|got|went|came|did|[a-z]+[^s\s]s|(?:up to date|the same|there|true|possible))\b)`,
    ],
  ),
  clause(
    "make sure|ensure|be sure|be careful|remember to|remember that|keep in mind|take care",
    String.raw`\b(?<!\bi(?:['’]ll| will)\b.{0,80})`,
  ),
  words(
    String.raw`\b(?:from now on|going forward|for all future|as a rule|at all times|no exceptions?|it(?: is|['’]s) (?:important|essential|critical|required|mandatory)|(?:is|are) (?:required|mandatory))\b|\bin (?:the )?future,`,
  ),
  clause(
    "only",
    String.raw` (?!a few|one of|then|problem|issue|thing|recently|just|now|when i|if i)(?:ever )?(?:use|change|edit|modify|touch|run|write|add|return|include|answer|respond|reply|allow|accept|consider|show|the|after|do|commit|support|if|when|fix|create|read|output|print|list)\b`,
  ),
  words(
    String.raw`\b(?:use|change|edit|modify|touch|run|include|return|allow|accept|support|reply|answer|respond|write|should|must|may|want|do) only\b|\b(?:should|must|may|can) only\b|\bi only want\b`,
  ),
  words(
    String.raw`^[^a-z]{0,8}(?:(?:please|just|then|also)\s){0,2}${ORDER_VERB}\s[^.?!;]{1,120}\sonly[.!]?\s{0,2}$`,
  ),
  words(
    String.raw`\b(?:it|this|that|they|everything|all|both|the \w+) (?:has|have|needs?) to (?!be (?:a|some) reason)`,
  ),
  clause(String.raw`stick to|stay with|keep using|continue using|adhere to|comply with`, String.raw`\b`),
  clause(
    String.raw`keep|leave|preserve|retain|maintain`,
    String.raw` (?:\S+ ){1,12}(?:unchanged|intact|as[- ](?:is|it is|they are)|untouched|compatible|the same|stable|minimal|simple|short|concise|brief|small|terse|consistent|clean|private|secret|confidential|local|offline|green|separate|in sync|up to date|readable)\b`,
  ),
  words(String.raw`\bunless (?:i|we|you|it|the|asked|told|explicitly|otherwise|absolutely|specified)\b`),
  words(
    String.raw`(?<!\b(?:that|because|since|as) (?:i|we|you|they) )\b(?:no longer|not any ?more)\b(?=.{0,80}\b(?:use|need|want|support|require|allow|should|apply|applies|valid|needed|required|wanted|supported)\b)|\b(?:we|i|you) (?:no longer|don['’]?t) (?:use|need|want|support|require)\b.{0,80}\bany ?more\b|\b(?<!\b(?:that|because|since|as) )i no longer (?:want|need)\b`,
  ),
  clause(String.raw`let['’]?s not|let us not|hands off`, String.raw`\s\w`),
  words(
    String.raw`\bshould (?:still |always |all |just )?(?:stay|remain|be kept|be left|keep)\b|\b(?:ask|check with|confirm with|tell|warn) (?:me|us|the user|for (?:approval|permission|confirmation)) (?:first|before)\b|\bask (?:first|before)\b|\bwait for (?:my|our) \w|\b(?:my|our) (?:explicit |written )?(?:approval|permission|consent|confirmation|go-ahead|sign-off)\b|\bout of scope\b|\bnon-negotiable\b|[,;—–(]\s{0,2}(?:and )?nothing (?:else|more)\b`,
  ),
  clause(String.raw`do|change|touch|delete|send|publish`, String.raw` nothing\b(?! (?:wrong|else)\b)`),
  words(
    String.raw`\b(?:until|unless|before) (?:i|we) (?:say|tell|ask|confirm|approve|agree|give)\b(?!.{0,40}\?)`,
  ),
  // What takes the place of something said before: a new value, another person, a plan that changed.
  clause(String.raw`correction|change of plans?`, String.raw`\s{0,2}[:,—–]`),
  words(
    String.raw`\b(?:is|are) now (?:the|our|your|my|in charge of|responsible for) (?!same\b|only\b|case\b|problem\b|issue\b|error\b|question\b)\w`,
  ),
  words(
    String.raw`\d\S{0,40}(?:\s\S{1,20}){0,2}\s(?:instead of|rather than|no longer) (?:\S{1,20}\s){0,2}\S{0,40}\d`,
  ),
  // Chinese.
  /不要|(?<!我|还是|一直|突然|又|现在|为什么|怎么|为何)不能|不可以|不得|不许|不准|禁止|严禁|切勿|请勿|勿|(?<![分特区类级性识判个鉴辨差告])别(?:再|用|改|动|删|提交|加|写|把|去|碰|管|忘|弄|让|直接|随便|自己|超过)|必须|务必|(?<!不)一定要|(?:总是|始终|永远)(?!在?(?:崩溃|报错|失败|出错|卡住|卡死|超时|无法|没|打不开|连不上|加载不))|绝不|绝对不|只能|只许|只用(?!了)|只改(?!了)|仅限|仅能|仅使用|确保|(?<!我)保证(?!金)|(?<![我还不])记得|注意(?:不|要|：|，)|避免|除非|不再|无需|无须|不用(?!说|谢|担心)|不允许|不应(?!答)|不该|不可(?!能|思议|避免|否认|以)|不需要|不必|一律|统一(?:使用|用|采用)|默认(?:使用|用)|保持.{0,20}(?:不变|一致|兼容|原样)|请(?:使用|用|保持|保留|遵)|千万|严格(?:遵|按)|禁用|杜绝/,
  // German, French, Spanish, Japanese.
  /(?:^|[\s,;:])(?:niemals|nie wieder|auf keinen fall|muss unbedingt|müssen|darf nicht|dürfen nicht|nur noch|stelle? sicher|stellen sie sicher|achte darauf|bitte nicht|bitte kein\w*|immer nur)(?=[\s,.!]|$)/i,
  /(?:^|[\s,;:])(?:ne jamais|n'\w+ jamais|ne \w+ (?:jamais|pas)|il (?:ne )?faut|tu dois|vous devez|toujours|assure-toi|assurez-vous|interdit|uniquement)(?=[\s,.!]|$)/i,
  /(?:^|[\s,;:¡])(?:nunca|siempre|no (?:uses?|cambies?|toques?|borres?|modifiques?|hagas|debes?|puedes?)|debes?|tienes que|hay que|asegúrate|solamente|prohibido)(?=[\s,.!]|$)/i,
  /しないで|してはいけ|してはなら|禁止|必ず|絶対に|常に|のみ(?:を|に|で)?|だけ(?:を使|に)|しなければ|ないように|避けて/,
];

/** How something is to be done. Binds where the user says it; in a long text it is one piece of advice of many. */
const ADVICE: readonly RegExp[] = [
  clause(
    String.raw`make|apply|do|keep to|find`,
    String.raw` (?:only )?(?:the |a )?(?:minimal|smallest possible|minimum possible|smallest) (?:set of )?(?:changes?|diff|edits?)\b`,
  ),
  clause(
    "keep",
    String.raw` (?:it|them|everything|things|all of (?:it|them|this)) (?!up\b|going|on\b|in mind)\w`,
  ),
  clause(
    String.raw`use|run|do|call|change|edit|touch|retry|commit|push|deploy|open|read|add|write|create|install`,
    String.raw`\s.{1,160}?\bonly (?:if|when|after|with|once|for|in|on)\b`,
  ),
  // What is to be done each time that something else is.
  new RegExp(
    String.raw`^[^\p{L}]{0,8}(?:(?:if|when|before|after|once) you (?!want|need|like|prefer|are (?:looking|interested))[a-z]|(?:whenever|every time|each time)\b|(?:before|after) (?:each|every|any|all|[a-z]{2,16}ing)\b)[^?]{1,160},\s(?:please |always |then |also ){0,2}${ORDER_VERB}\s`,
    "iu",
  ),
  clause(
    String.raw`stay|remain`,
    String.raw` (?:strictly |always |only )?(?:in|within|inside|on|out of|away from|under|below|off) (?:the|your|this|that|my|our|its|a|an)\b`,
  ),
  clause(
    String.raw`use|pick|choose|go with|write|call|put|run|work|deploy|commit|push|target`,
    String.raw`\s[^.?!]{1,100}?(?:,\s(?:but )?not (?!sure|that\b|only|necessarily|yet|because)\w|\s(?:instead of|rather than)\s\w)`,
  ),
];

const PREFERENCE: readonly RegExp[] = [
  clause(
    "keep",
    String.raw` (?:only )?(?:the|my|our|your|all|any|every|each|this|that|these|those|using) (?!in mind)\w`,
  ),
  words(String.raw`\b(?:want|like|need) to (?:only )?keep\b|\baim for\s\S{0,20}\d`),
  words(
    String.raw`\b(?:i|we|i['’]d|we['’]d|would|strongly|generally|always)\s(?:\w+\s)?prefer\b|^prefer\b|[,;:(] prefer\b|\bpreferabl[ey]\b|\b(?:my|our) preference\b|\bpreferred\b`,
  ),
  words(
    String.raw`\bi(?:['’]d| would) rather\b|\bideally\b|\bi (?:really )?(?:like|love|hate|dislike) (?:it when|to see|to have|my|the way|when)\b|\bi(?:['’]d| would) like (?:you to|it to|the \w+ to|this to)\b`,
  ),
  /优先|最好|偏好|更喜欢|倾向于|尽量|尽可能|bevorzug|am liebsten|je préfère|de préférence|prefiero|preferiblemente|なるべく|できれば|優先/i,
];

/** Words by which a sentence takes something back. */
const CORRECTION =
  /\b(?:instead(?! of (?:the )?(?:expected|returning))|actually|change of plans?|changed my mind|forget (?:that|about|the|what|it)|scratch that|on second thought|no longer|any ?more|correction|not .{1,40} but|disregard|ignore (?:my|the|what) (?:previous|earlier|last|above|i)|rather than|switch(?:ing)? (?:to|from)|after all|revert|as before|never ?mind)\b|\bupdate\s?[:：]|改成|改为|换成|不再|取消|算了|更正|纠正|之前说的|而不是|其实|改用|sondern|stattdessen|doch nicht|finalement|plutôt|en lugar de|mejor|やっぱり|ではなく|代わりに/i;

const POLITE =
  /^(?:(?:ok|okay|also|and|so|great|thanks|thank you|sure|yes|no|hi|hello)[,.!]?\s){0,3}(?:can|could|would|will) you (?:please |also |just )?(?:make sure|ensure|avoid|not|(?<!can you )only|always|never|keep|be sure)\b/i;
const NEGATIVE =
  /\b(?:not|never|no|n['’]t|don['’]?t|avoid|stop|forbidden|prohibited|without|no longer)\b|n['’]t\b|不|禁|勿|别|nicht|kein|\bne\b|jamais|nunca|ない|いけ/i;
const QUESTION = /[?？]["'”’)\]*]{0,3}$|[吗嘛][。.!！~]{0,2}$/;
/** A question by its form that nobody marked: "why must it…", "must I…". A demand may follow behind a comma. */
const ASKED_FORM =
  /^(?:(?:so|and|but|ok|okay|wait|hm+)[,\s]\s?){0,2}(?:(?:must|should|shall|do) (?:i|we)|why|how come)\b[^,;:—–]{0,300}$/i;
/** Whether or not: asked, although the words of a prohibition stand in it. */
const WHETHER = /能不能|要不要|可不可以|需不需要|是不是|是否(?:必须|只能|一定要|需要)?|会不会/g;
/** What is done or not done in a condition is not demanded there. */
const CONDITION =
  /\b(?:if|when|whenever) (?:you|i|we|they|it|he|she|people|users?) (?:really |absolutely |still )?(?:do not|don['’]?t|must(?: not)?|always|never|only|can ?not|can['’]?t|should(?: not|n['’]t)?|(?:has|have|needs?) to)\b/gi;

/** What an error, a log or a tool said, up to the end of the clause. */
const REPORT =
  /\b(?:(?:errors?|exceptions?|warnings?|logs?|compiler|linter|console|message|build|ci|docs?|documentation|it) (?:(?!must|should|shall|may|can|will|never|always|only|not|to\b)\w{1,12} )?(?:says?|said|saying|complain(?:s|ed|ing)|reports?|reported|prints?|printed|shows?|reads|throws?|threw|tells me|told me)|(?:error|exception|warning)(?: message)? (?:is|was)|i(?:['’]m| am)? (?:keep )?(?:get|got|getting|see|saw|seeing) (?:an?|the|this|that) (?:\w{1,20} )?(?:error|exception|warning|message))\b[^,;—–]{0,400}/gi;
/** What is only imagined. */
const IMAGINED =
  /^(?:suppose|imagine|what if|let['’]?s say|hypothetically)\b|(?:^|[，。])(?:假如|假设|如果说)/i;

const JOINED = {
  acceptance: joinPatterns(ACCEPTANCE),
  limit: joinPatterns(LIMIT),
  rule: joinPatterns(RULE),
  advice: joinPatterns(ADVICE),
  preference: joinPatterns(PREFERENCE),
} as const;

const matches = (text: string, group: keyof typeof JOINED): boolean =>
  JOINED[group].some((pattern) => pattern.test(text));

/** Where a line was broken within a script that sets no blanks. */
const BROKEN =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

/** Quoted words and code are spoken of, not said; emphasis is no part of a word. */
const spoken = (sentence: string): string =>
  withoutAddress(sentence)
    .replace(/"[^"]{1,300}"|“[^”]{1,300}”|`[^`]{1,300}`/g, "Q")
    .replace(/[*_]{1,3}/g, "")
    .replace(BROKEN, "")
    .replace(CONDITION, "Q")
    .replace(REPORT, "Q")
    .replace(WHETHER, "Q");

const isQuestion = (sentence: string): boolean =>
  ASKED_FORM.test(sentence) || IMAGINED.test(sentence) || (QUESTION.test(sentence) && !POLITE.test(sentence));

/** What kind of constraint a sentence of the user is; undefined for those that bind nothing. */
export function constraintKind(text: string): ConstraintKind | undefined {
  const sentence = spoken(text);
  if (sentence.length < 3) return undefined;
  if (isQuestion(sentence)) return undefined;
  if (matches(sentence, "acceptance")) return "acceptance";
  if (matches(sentence, "limit")) return "limit";
  if (matches(sentence, "rule") || matches(sentence, "advice")) return "rule";
  return matches(sentence, "preference") ? "preference" : undefined;
}

/** True if a sentence tells its reader what to do. */
export const isSaidToReader = (text: string): boolean => isAddressed(spoken(text));

/** True if a sentence demands something, and of its reader rather than of what it speaks of. */
export const isDemandOfReader = (text: string): boolean =>
  constraintKind(text) !== undefined && isSaidToReader(text);

/** True if a sentence says no more than how something is done best. */
export function isAdvice(text: string): boolean {
  const sentence = spoken(text);
  const says = (group: keyof typeof JOINED): boolean => matches(sentence, group);
  return says("advice") && !says("acceptance") && !says("limit") && !says("rule");
}

/** True if a sentence takes something back; what holds besides takes back nothing. */
export const isCorrection = (sentence: string): boolean =>
  CORRECTION.test(spoken(sentence)) && !/\b(?:too|as well|either)[.!]{0,3}$/i.test(sentence);

/** "Actually the tests use the network": how things are, not what is allowed. */
export const isObservation = (sentence: string): boolean =>
  /^(?:but |well,? )?(?:actually|in fact),? (?:the|a|an|this|that|these|our|my|their|its?|they|he|she|we|i)\b/i.test(
    sentence,
  ) &&
  !/\b(?:should|must|may|can|could|need|ha(?:s|ve) to|fine|ok(?:ay)?|allowed|permitted)\b/i.test(sentence);

export const isNegative = (sentence: string): boolean => NEGATIVE.test(spoken(sentence));
