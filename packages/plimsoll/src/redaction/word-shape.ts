import { BoundedMap } from "../collections/bounded-map.js";

/** Types, states and other words that stand after `password:` in code and prose. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    "string str number boolean bool bytes byte char int integer any unknown object none null nil undefined void true " +
    "false yes no on off required optional invalid missing incorrect expired empty text field input type hidden default " +
    "value values data args arg param params option options config self this that the your prompt stdin ask always never " +
    "redacted masked omitted removed example sample placeholder todo xxx changeme n/a enabled disabled ignore error " +
    "function async await return typeof instanceof new not and for with from into when where which only"
  ).split(" "),
);

/** The two-letter steps that make up most of the words of English. */
const COMMON_STEPS: ReadonlySet<string> = new Set(
  (
    "th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne " +
    "ea ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa " +
    "ge ie wh ee wi em ad ol rt po we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp " +
    "fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od bo sp rd do uc bu ei ov by rm ep tt oc fa ef cu rn sc gi da " +
    "yo cr cl du ga qu ue ff ba ey ls va um pp ua up lu go ht ru ug ds lt pi rc rr eg au ck ew mu br bi pt ak pu ui rg ib " +
    "tl ny ki rk ys ob mm fu ph og ms ye ud mb ip ub oi rl gu dr hr cc tw ft wn nu af hu nn eo vo rv nf xp gn sm fl iz ok"
  ).split(" "),
);

const WORDS = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g;
const VOWEL = /[aeiouy]/i;
const MAX_LOOKED_AT = 256;

const NAME = /^[A-Za-z_$][\w$ -]*$/;
/** Digits stand last in a name, or belong to a name of their own. */
const DIGIT_INSIDE = /\d[^\d]*[A-Za-z]/;
const NUMBERED = /(?:sha|md|utf|base|x|ed|oauth|v|ipv|http|es|rs|hs|s|ec|k)\d{1,5}(?![a-z])/gi;

/** What was decided of the newest words: names come again and again. */
const MAX_KNOWN = 1024;
const KNOWN = new BoundedMap<string, boolean>(MAX_KNOWN);

/** True for `value`, `hashedPassword` or `db_password_2`: letters in the order that words have them. */
export function isWordy(value: string): boolean {
  const text = value.slice(0, MAX_LOOKED_AT);
  const known = KNOWN.get(text);
  if (known !== undefined) return known;
  const wordy = hasShapeOfWords(text);
  KNOWN.set(text, wordy);
  return wordy;
}

function hasShapeOfWords(text: string): boolean {
  if (!NAME.test(text) || (DIGIT_INSIDE.test(text) && DIGIT_INSIDE.test(text.replace(NUMBERED, ""))))
    return false;
  let steps = 0;
  let common = 0;
  let words = 0;
  let short = 0;
  for (const word of text.match(WORDS) ?? []) {
    words += 1;
    if (word.length < 3) short += 1;
    else if (!VOWEL.test(word) && !(word.length <= 5 && word === word.toUpperCase())) return false;
    for (let index = 1; index < word.length; index += 1) {
      steps += 1;
      if (COMMON_STEPS.has(word.slice(index - 1, index + 1).toLowerCase())) common += 1;
    }
  }
  if (words === short || short > 1 + words / 4) return false;
  return common >= steps * 0.6 || (steps <= 4 && common >= steps - 1);
}

function isOneCharacter(value: string): boolean {
  for (let index = 1; index < value.length; index += 1) if (value[index] !== value[0]) return false;
  return true;
}

const VARIABLE =
  /^(?:\$[A-Z_][A-Z_0-9]*|\$\([a-z_./-]{2,}(?:\s.*)?\)?|\$env:\w+|%[A-Za-z_]+%|%[sdrv]|%\(\w+\)s|\.{3,}|…)$/;
/** What is put around a name that stands for a value: `<password>`, `{{ password }}`, `${PASSWORD}`. */
const PLACEHOLDER =
  /^(?:[$#]\{|\{\{-?|[<[{(]|&lt;|&#x3[cC];)\s*([\w .:?|-]*?)\s*(?:-?\}\}|[>\])}]|&gt;|$)[,;]?$/;
const ENVIRONMENT =
  /^(?:[\w$.]*process\.(?:env|cwd)|import\.meta\.env|os\.environ|os\.getenv|getenv|env\(|ENV\[|\$_(?:ENV|SERVER|POST|GET)|System\.(?:getenv|getProperty)|Deno\.env|vault:|secretKeyRef|valueFrom|secrets\.|vars\.|ssm:|arn:aws:|projects\/|op:\/\/|file:\/\/|\/run\/secrets\/)/;

/** The beginning of a value whose rest was left out: `sk-ant-...`. */
const ELIDED = /^[\w-]{0,24}(?:\.{3}|…)(?:$|\\n)/;

/** True for what only names where a value is kept: `$NAME`, `{{ name }}`, `process.env.NAME`, `<your-password>`. */
export function isReference(value: string): boolean {
  const text = value.slice(0, MAX_LOOKED_AT);
  if (VARIABLE.test(text) || ENVIRONMENT.test(text) || ELIDED.test(text)) return true;
  if (text.startsWith("$") && isWordy(text.slice(1))) return true;
  const name = PLACEHOLDER.exec(text)?.[1];
  return (
    name !== undefined &&
    (name === "" ||
      name.split(/[^\w]+/).every((part) => part === "" || isWordy(part) || /^[A-Z][A-Z0-9_]*$/.test(part)))
  );
}

const NAMES_ITSELF = /pass(?:w(?:or)?d|wort|phrase|code)?|secret|token|key|credential|auth|pwd/i;

/** True for a word that nobody has as a secret: a type, a state, a placeholder, or the name of the thing itself. */
export function isHarmless(value: string): boolean {
  if (value.length < 24 && HARMLESS.has(value.toLowerCase())) return true;
  if (isOneCharacter(value) || value.startsWith("[REDACTED:")) return true;
  if (/^\d+\/\*/.test(value) || /^(?:0x[0-9a-f]{1,8}|x{3,}|\*{3,}|\.{3,}|-{3,})$/i.test(value)) return true;
  return NAMES_ITSELF.test(value) && isWordy(value);
}

const HEAD = /^(?:[!&*~([{-]|\.{3})*@?([A-Za-z_$][\w$]*)/;
const ACCESS = /^(?:\(|\[|\.[A-Za-z_$#]|\?\.|::|->|\|\||&&|<[A-Z]|\?\?|!\.)/;
const SHORT_ACCESS = /^\??\.[A-Za-z_$]{3}/;
const CODE_CHARACTERS = /^[\w$#.()[\]'"`?:>,!&|<=+*/ -]*$/;
const REGULAR_EXPRESSION = /^\/(?=.*(?:\\[bdpsw]|\[.+\][+*{/]|\(.+\))).+\/[dgimsuvy]{0,8}[,;)]*$/i;

/** `TArg<KDFInput>` and `xstrdup(v)`, whatever their names are. */
const TYPE = /^[A-Z][A-Za-z]*<[A-Z][\w<>|[\]]*>[,;)]*$/;
const CALL = /^[a-z][a-z_\d]{4,}\([a-z_]{0,16}\)?[,;]*$/;

/** True for what code reads or computes: `value`, `self.password`, `getToken()`, `tokens[0]`, `user?.secret`, `Foo::new(`. */
export function isExpression(value: string): boolean {
  const given = value.slice(0, MAX_LOOKED_AT);
  if (REGULAR_EXPRESSION.test(given) || TYPE.test(given) || CALL.test(given)) return true;
  const text = given.replace(/[;,)}\]!?]+$/, "");
  const head = HEAD.exec(text);
  if (head === null) return false;
  const name = head[1] as string;
  const rest = text.slice(head[0].length);
  if (rest === "") return isWordy(name);
  if (!ACCESS.test(rest) || !CODE_CHARACTERS.test(rest)) return false;
  const parts = rest.match(/[A-Za-z_$][\w$]*/g) ?? [];
  const words = parts.filter(
    (part) => part.length >= 3 && (isWordy(part) || HARMLESS.has(part.toLowerCase())),
  ).length;
  if (parts.length - words > words) return false;
  return (
    isWordy(name) || (/^[A-Za-z_$]{1,4}$/.test(name) && SHORT_ACCESS.test(rest) && isWordy(parts[0] ?? ""))
  );
}

/** Random-looking: has a digit or a sign, or is longer than words are. A plain number is a count. */
export function looksRandom(value: string): boolean {
  if (/^[\d.,:_-]+$|^(?:https?|urn|file):/.test(value)) return false;
  if (value.length < 6 || /^v?\d+(?:\.\d+)+/.test(value)) return false;
  return value.length >= 20 ? !isWordy(value) : /\d/.test(value) || (value.length >= 10 && !isWordy(value));
}

const FILE_PATH = /\/.*\.[a-z]{1,5}$/i;

/** Long, of letters and digits, and no path: what may stand behind the word `token` alone is often a name. */
export function looksLikeToken(value: string): boolean {
  if (value.length < 16 || value.length > 4096 || /\s|\[REDACTED:/.test(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value) && !FILE_PATH.test(value) && !isWordy(value);
}
