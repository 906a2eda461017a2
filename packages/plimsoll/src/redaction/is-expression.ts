import { HARMLESS_WORDS } from "./is-harmless.js";
import { isWordy, MAX_LOOKED_AT } from "./is-wordy.js";

const HEAD = /^(?:[!&*~([{-]|\.{3})*@?([A-Za-z_$][\w$]*)/;
const ACCESS = /^(?:\(|\[|\.[A-Za-z_$#]|\?\.|::|->|\|\||&&|<[A-Z]|\?\?|!\.)/;
const SHORT_ACCESS = /^\??\.[A-Za-z_$]{3}/;
const CODE_CHARACTERS = /^[\w$#.()[\]'"`?:>,!&|<=+*/ -]*$/;
const REGULAR_EXPRESSION = /^\/(?=.*(?:\\[bdpsw]|\[.+\][+*{/]|\(.+\))).+\/[dgimsuvy]{0,8}[,;)]*$/i;

/** A parameter with its type and what it is by default: `Token=None`. */
const DEFAULTED = /^([A-Za-z_][\w.]*)=(?:None|True|False|null|nil|undefined|\d{1,4})$/;
/** Text that separates or joins: `"@"`, `'\0'`, `'%s:%s'`. It holds no word, and the end of the value may cut it. */
const SEPARATOR = /(["'])(?:\\.|%[sdr]|[^\w"'\\]){0,8}(?:\1|$)/g;
/** A method of such a text. */
const ON_SEPARATOR = /^(["'])[^\w"']{0,3}\1\.(?=[a-z_])/;

/** `TArg<KDFInput>` and `xstrdup(v)`, whatever their names are. */
const TYPE = /^[A-Z][A-Za-z]*<[A-Z][\w<>|[\]]*>[,;)]*$/;
const CALL = /^[a-z][a-z_\d]{4,}\([a-z_]{0,16}\)?[,;]*$/;

/**
 * True for values that code reads or computes: `value`, `self.password`, `getToken()`, `tokens[0]`,
 * `user?.secret`, `Foo::new(`.
 */
export function isExpression(value: string): boolean {
  const given = value.slice(0, MAX_LOOKED_AT);
  if (REGULAR_EXPRESSION.test(given) || TYPE.test(given) || CALL.test(given)) return true;
  const text = given
    .replace(ON_SEPARATOR, "")
    .replace(/[;,)}\]!?]+$/, "")
    .replace(SEPARATOR, "''");
  return isComputed(text.replace(DEFAULTED, "$1"));
}

function isComputed(text: string): boolean {
  const head = HEAD.exec(text);
  if (head === null) return false;
  const name = head[1] as string;
  const rest = text.slice(head[0].length);
  if (rest === "") return isWordy(name);
  if (!ACCESS.test(rest) || !CODE_CHARACTERS.test(rest)) return false;
  const parts = rest.match(/[A-Za-z_$][\w$]*/g) ?? [];
  const words = parts.filter(
    (part) => part.length >= 3 && (isWordy(part) || HARMLESS_WORDS.has(part.toLowerCase())),
  ).length;
  if (parts.length - words > words) return false;
  return (
    isWordy(name) || (/^[A-Za-z_$]{1,4}$/.test(name) && SHORT_ACCESS.test(rest) && isWordy(parts[0] ?? ""))
  );
}
