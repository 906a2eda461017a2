import { locateAssigned, locateToken } from "../locate-assigned.js";
import { beginsLine, endsLine } from "../assignment.js";
import { locateElement } from "../locate-element.js";
import type { Located, SecretRule, Span } from "../secret-rule.js";
import { isBareToken, isPassWord, isTokenWord } from "../sensitive-key-kind.js";
import { isWordy } from "../is-wordy.js";
import { looksLikeToken, looksRandom } from "../looks-random.js";

/**
 * After a name: its closing quote or bracket, then an assignment (`=`, `:`, `:=`, `=>`, `==`, a type and `=`), or
 * a `value` that belongs to the name, or the blanks after a flag. The value may be on the next line.
 */
const ASSIGNS = ":[ \\t]{0,4}(?:str|string|String)[ \\t]{0,4}=|:=|=>|={1,3}|!={1,2}|:(?!//|:)";
const NEXT_LINE = "(?:\\\\?\\r?\\n[ \\t]{0,40})?";
const PAIRED = "[\\s,]{0,40}\\\\{0,4}[\"']?[vV]alue\\\\{0,4}[\"']?[ \\t]{0,4}[:=][ \\t]{0,8}";
/** Blanks alone assign to flags and in build files; to a password also in a list of credentials. */
const BLANKS = { flag: "(?<=(?:--|\\bENV )[\\w-]{0,40})[ \\t]{1,4}", any: "[ \\t]{1,4}" } as const;
/** In a list of arguments, a comma separates a flag and its value. */
const LISTED = "(?<=--[\\w-]{0,40}\\\\{0,4}[\"']),\\s{0,24}(?=\\\\{0,4}[\"'])";
const assignedBy = (blanks: keyof typeof BLANKS): string =>
  `\\\\{0,4}["'\`]?\\]?(?:[ \\t]{0,8}(?:${ASSIGNS})[ \\t]{0,8}${NEXT_LINE}|${PAIRED}|${LISTED}|${BLANKS[blanks]}${NEXT_LINE})`;

function assignedRule(
  row: Pick<SecretRule, "kind" | "anchors" | "example" | "lookAlike" | "locate"> & {
    readonly names: string;
    readonly blanks?: keyof typeof BLANKS;
  },
): SecretRule {
  const { names, blanks = "flag", ...rule } = row;
  return { ...rule, wordStart: false, anyCase: true, pattern: `(?:${names})\\d{0,2}${assignedBy(blanks)}` };
}

/** `pass = …` on its own line, with a value that is not a word. */
function isSetting(text: string, match: Span, { start, end }: Span): boolean {
  const value = text.slice(start, end);
  return beginsLine(text, match.start) && endsLine(text, end) && looksRandom(value) && !isWordy(value);
}

function locatePass(text: string, match: Span): Located {
  const found = locateAssigned(text, match, "password");
  return {
    ...found,
    secret: found.secret && (isPassWord(text, match.start) || isSetting(text, match, found)),
  };
}

function locateTokenWord(text: string, match: Span): Located {
  const found = locateToken(text, match, !isBareToken(text, match.start));
  return { ...found, secret: found.secret && isTokenWord(text, match.start) };
}

/** A key without any further description. */
function locateKey(text: string, match: Span): Located {
  const found = locateAssigned(text, match, "secret");
  const named = /[A-Za-z0-9][_-]$/.test(text.slice(Math.max(0, match.start - 2), match.start));
  const value = text.slice(found.start, found.end);
  const random =
    looksLikeToken(value) &&
    /^[A-Za-z0-9+/_=-]{20,}$/.test(value) &&
    /[A-Za-z]\d.*[A-Za-z]\d|^(?=.*[a-z])(?=.*[A-Z]).{24}/.test(value);
  return { ...found, secret: found.secret && named && random };
}

const PASSWORDS = "passw(?:or)?d|passwort|passphrase|passcode|pwd|userpass|dbpass";
const KEY_OWNER =
  /(?:secret|api|access|private|account|subscription|encryption|signing|master|shared|preshared|pre-shared|client|auth|app|admin|service[_-]?role|webhook|license|deploy)[_-]?$/i;

/** The value of a key: one whose owner is named, or one that cannot be anything else. */
function locateNamedKey(text: string, match: Span): Located {
  const owned = KEY_OWNER.test(text.slice(Math.max(0, match.start - 16), match.start));
  return owned ? locateAssigned(text, match, "secret") : locateKey(text, match);
}

/** Secrets that their names reveal: in source, configuration, commands and logs. */
export const ASSIGNED_RULES: readonly SecretRule[] = [
  assignedRule({
    kind: "password",
    anchors: ["passw", "passphrase", "passcode", "pwd", "userpass", "dbpass"],
    names: PASSWORDS,
    blanks: "any",
    example: '{"db_password": "correct horse"}',
    lookAlike: "const password: string = readPassword();",
    locate: (text, match) => locateAssigned(text, match, "password"),
  }),
  assignedRule({
    kind: "password",
    anchors: ["pass"],
    names: "pass",
    example: "DB_PASS=tr0ub4dor&3",
    lookAlike: "tests pass: 12345 of 12345",
    locate: locatePass,
  }),
  assignedRule({
    kind: "secret",
    anchors: ["secret", "psk"],
    names: "secret(?:[_-]?access)?(?:[_-]?key)?(?:[_-]?base)?|psk",
    example: "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    lookAlike: "const secret = process.env.SECRET;",
    locate: (text, match) => locateAssigned(text, match, "secret"),
  }),
  assignedRule({
    kind: "secret",
    anchors: ["key"],
    names: "key(?:[_-]?id|[_-]data)?",
    example: "SOME_KEY=<alnum32>",
    lookAlike: 'if (typeof apiKey === "string") use(apiKey);',
    locate: locateNamedKey,
  }),
  assignedRule({
    kind: "token",
    anchors: ["token"],
    names: "token",
    example: "ACCESS_TOKEN=9f86d081884c7d65",
    lookAlike: "max_tokens: 4096, token: 128000",
    locate: locateTokenWord,
  }),
  {
    kind: "password",
    anchors: [
      "password>",
      "passwd>",
      "passphrase>",
      "pwd>",
      "secret>",
      "secretkey>",
      "token>",
      "apikey>",
      "api-key>",
      "privatekey>",
    ],
    wordStart: false,
    anyCase: true,
    pattern: "[a-z-]{3,10}>",
    example: "<password>tr0ub4dor&amp;3</password>",
    lookAlike: "<password></password>",
    locate: locateElement,
  },
];
