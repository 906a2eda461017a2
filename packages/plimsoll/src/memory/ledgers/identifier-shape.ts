const DATE_OR_TIME =
  /^\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]+Z?)?$|^\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;
const VERSION = /^v?\d+(?:\.\d+){1,4}(?:[-+][\w.]+)?$/;
/** Amounts, durations, addresses in memory, ranges: 0.35s, 1m23s, 1e-10, 0x7ffe, 24-bit, 6x6x6, 00-ff. */
const AMOUNT =
  /^[+-]?\d[\d.,]*(?:e[+-]?\d+)?(?:[a-z%]{0,4}|m\d+s|h\d+m)[a-z]?$|^0[xo][0-9a-f]+$|^\d+-[a-z]+$|^\d{1,4}(?:x\d{1,4})+$|^\w{1,2}-\w{1,2}$|\.\./i;
/** A package with its version. */
const RELEASE = /^[a-z][a-z_.-]*[-_=]+v?\d+(?:\.\d+)+[a-z0-9.+-]*$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_CHARACTERS = 36;
const HEX = /^[0-9a-f]{7,64}$/i;
const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
/** Names in code with one number in them: utf8, sha256, int32, test_1, h2. */
const PROGRAM_NAME = /^[A-Za-z_.]+[-_]?\d{1,3}[A-Za-z_.]*$|^[a-z]+\d{1,4}$/;
const FILE_NAME = /\.[A-Za-z]{1,5}$/;

const MAX_VALUE_CHARACTERS = 128;

/** True for a value that stands for one thing: an order, a ticket, a commit, an account. Labelled digits count too. */
export function looksLikeIdentifier(value: string, isLabelled: boolean): boolean {
  if (value.length < 3 || value.length > MAX_VALUE_CHARACTERS || /\s/.test(value)) return false;
  if (value.includes("@") ? EMAIL.test(value) : value.length === UUID_CHARACTERS && UUID.test(value))
    return true;
  let digits = 0;
  let letters = 0;
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if (code >= 48 && code <= 57) digits++;
    else if ((code | 32) >= 97 && (code | 32) <= 122) letters++;
    else if (code === 47 || code === 92 || code === 40 || code === 60 || code > 126) return false;
  }
  if (digits === 0 || (COLOR.test(value) && !isLabelled)) return false;
  if (letters === 0) return /^#?\d+$/.test(value) && digits >= (isLabelled || value.startsWith("#") ? 3 : 8);
  if (DATE_OR_TIME.test(value) || VERSION.test(value) || RELEASE.test(value)) return false;
  if (AMOUNT.test(value) && !(HEX.test(value) && letters >= 2)) return false;
  if (HEX.test(value)) return digits >= 2 && (letters >= 2 || digits >= 6);
  if (isLabelled) return value.length >= 3 && !FILE_NAME.test(value);
  return value.length >= 5 && digits >= 2 && !PROGRAM_NAME.test(value) && !FILE_NAME.test(value);
}

const LABELS =
  "id ids uuid guid key code number num no nr ref reference sku hash sha commit email phone zip account order ticket issue " +
  "invoice tracking booking reservation flight customer user product item variant serial branch port pid";
const LABEL_KEY: RegExp = new RegExp(`(?:^|[_\\s-])(?:${LABELS.replaceAll(" ", "|")})$`, "i");
const CAMEL_LABEL_KEY: RegExp = new RegExp(
  `[a-z](?:${LABELS.replaceAll(/(?:^| )([a-z])/g, (_, letter: string) => `|${letter.toUpperCase()}`).slice(1)})$`,
);

/** True for a key or word that announces an identifier: `order_id`, `orderId`, `Ticket`. */
export const announcesIdentifier = (key: string): boolean =>
  key.length <= 60 && (LABEL_KEY.test(key) || CAMEL_LABEL_KEY.test(key));
