import type { SecretFinder } from "./secret-finder.js";
import type { Span } from "./secret-rule.js";

/** One kind of personal data: what it looks like, and what a closer look must find. */
interface PersonalRule {
  readonly kind: string;
  /** Global; every repetition is bounded. */
  readonly pattern: RegExp;
  isMeant(text: string, span: Span): boolean;
}

const REACH = 32;
const before = (text: string, { start }: Span): string => text.slice(Math.max(0, start - REACH), start);
const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** `git@host:path` and `user@host.internal:22` name a login, and `name@2x.png` a file. */
function isMailAddress(text: string, { start, end }: Span): boolean {
  const address = text.slice(start, end);
  if (/^(?:git|hg|svn)@/i.test(address)) return false;
  if (/\.(?:png|jpe?g|gif|svg|webp|css|[cm]?[jt]sx?|json|md|html?)$/i.test(address)) return false;
  // In `https://user@host` it is part of an address, and before a path or port it is one of a machine.
  return (
    !/:\/\/[^\s/]{0,24}$/.test(before(text, { start, end })) && !/^:[\w/~]/.test(text.slice(end, end + 2))
  );
}

const CALLED_PHONE =
  /(?:phone|tel|mobile|cell|fax|call|whatsapp|telefon|handy)[\w ]{0,10}["'`]?[\s:=.#"'`]{0,6}$/i;

/** With a country code, in the groups of North America, or called one. */
function isPhone(text: string, span: Span): boolean {
  const written = text.slice(span.start, span.end);
  const count = digitsOf(written).length;
  if (count < 7 || count > 15 || /^\d{4}-\d{2}-\d{2}/.test(written) || /\d\.\d+\.\d+\.\d/.test(written))
    return false;
  if (written.startsWith("+")) return count >= 8;
  if (/^00[1-9]\d{0,2}[ ./-]/.test(written)) return count >= 10;
  if (/^(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}$/.test(written)) return true;
  return CALLED_PHONE.test(before(text, span));
}

/** Lengths by country: without the right one, the check digits alone would let one in 97 pass. */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 " +
    "FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 " +
    "LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18 " +
    "SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function isIban(text: string, { start, end }: Span): boolean {
  const number = text.slice(start, end).replace(/[ -]/g, "").toUpperCase();
  if (IBAN_LENGTHS.get(number.slice(0, 2)) !== number.length) return false;
  let rest = 0;
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const CALLED_SSN = /(?:ssn|social[ _-]?security(?:[ _-]?(?:number|no))?)["'`]?[\s:=.#"'`]{0,6}(?:is )?$/i;

/** Areas, groups and serials that were never given out are no numbers of persons. */
function isSocialSecurityNumber(text: string, span: Span): boolean {
  const written = text.slice(span.start, span.end);
  const digits = digitsOf(written);
  if (/^(?:000|666|9)/.test(digits) || digits.slice(3, 5) === "00" || digits.endsWith("0000")) return false;
  return written.includes("-") || CALLED_SSN.test(before(text, span));
}

const RULES: readonly PersonalRule[] = [
  {
    kind: "email",
    pattern:
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}-])/gu,
    isMeant: isMailAddress,
  },
  {
    kind: "iban",
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/gi,
    isMeant: isIban,
  },
  {
    kind: "ssn",
    pattern: /(?<![\w.-])\d{3}(?:-\d{2}-|\d{2})\d{4}(?![\w-]|\.\d)/g,
    isMeant: isSocialSecurityNumber,
  },
  {
    kind: "phone",
    pattern: /(?<![\w.+/-])(?:\+\d{1,3}|\(?\d{2,5}\)?)(?:[ ./-]{0,2}\(?\d{1,5}\)?){1,6}(?![\w/-]|\.\d)/g,
    isMeant: isPhone,
  },
];

/** The kinds of the set `pii`. */
export const PERSONAL_KINDS: readonly string[] = RULES.map(({ kind }) => kind);

/** Finds e-mail addresses, phone numbers, IBANs and social security numbers. */
export function personalDataFinder(isAllowed: (text: string) => boolean): SecretFinder {
  return (text) =>
    RULES.flatMap(({ kind, pattern, isMeant }) =>
      Array.from(text.matchAll(pattern), (match) => ({
        kind,
        start: match.index,
        end: match.index + match[0].length,
      })).filter((span) => isMeant(text, span) && !isAllowed(text.slice(span.start, span.end))),
    );
}

const PERSONAL_KEY = /(?:phone|mobile|fax|ssn|social_?security(?:_?number)?|iban)(?:_?(?:no|number))?$/i;

/** True for a key that says what the number under it is. */
export function isPersonalKey(key: string): boolean {
  return PERSONAL_KEY.test(key.slice(-64));
}

/** The kind of a text that is nothing but personal data, because of its key. */
export function personalKindUnder(find: SecretFinder, key: string, value: string): string | undefined {
  if (value.length > 64 || !isPersonalKey(key)) return undefined;
  const label = `${key.slice(-24)}: `;
  const found = find(`${label}${value}`).find(({ start }) => start >= label.length);
  return found && found.end - found.start === value.length ? found.kind : undefined;
}
