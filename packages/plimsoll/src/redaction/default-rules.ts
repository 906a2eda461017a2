import {
  locateAuthorization,
  locateBearer,
  locateValue,
  looksLikeToken,
  looksRandom,
} from "./assigned-value.js";
import { locateCard } from "./card-number.js";
import { locatePrivateKey } from "./private-key.js";
import type { Located, SecretRule, Span } from "./secret-rule.js";
import { isBareToken, isTokenWord } from "./sensitive-key.js";

const WORD_END = "(?![A-Za-z0-9])";

/**
 * Where a prefix is short enough to end an ordinary word, the word must begin with it. The check stands
 * behind the literal so that the search stays one for literals; `\n` in escaped text is no word.
 */
function atWordStart(prefix: string, wordCharacters: string = "A-Za-z0-9"): string {
  return `${prefix}(?<!(?<!\\\\)[${wordCharacters}]${prefix})`;
}

/** Keys of the `sk-` family have digits or capitals, or no hyphen; class names in style sheets do not. */
function locateSecretKey(text: string, match: Span): Located {
  const tail = text.slice(match.start + 3, match.end);
  return { ...match, secret: /[A-Z0-9_]/.test(tail) || !tail.includes("-") };
}

function locateAny(text: string, match: Span): Located {
  return locateValue(text, match.end, "any");
}

function locateRandom(text: string, match: Span): Located {
  return locateValue(text, match.end, "random");
}

function locateToken(text: string, match: Span): Located {
  const found = locateRandom(text, match);
  const named = !isBareToken(text, match.start);
  const secret = found.secret && (named || looksLikeToken(text.slice(found.start, found.end)));
  return { ...found, secret: secret && isTokenWord(text, match.start) };
}

function locateParameter(text: string, match: Span): Located {
  const found = locateValue(text, match.end, "any");
  return { ...found, secret: found.secret && looksRandom(text.slice(found.start, found.end)) };
}

function locateUserPassword(text: string, match: Span): Located {
  const start = text.indexOf(":", match.start + 3) + 1;
  const end = match.end - 1;
  return { start, end, secret: !/^\$[{(A-Z]/.test(text.slice(start, end)) };
}

/** After a key: its closing quote or bracket, then `=`, `:`, `:=`, `=>`, `==` or a type and `=`. */
const ASSIGNED =
  "\\\\{0,4}[\"'`]?\\]?\\s{0,8}(?::\\s{0,4}(?:str|string)\\s{0,4}=|:=|=>|={1,3}|:)\\s{0,8}(?!//)";

const PREFIX_RULES: readonly SecretRule[] = (
  [
    ["anthropic-key", "sk-ant-[A-Za-z0-9_-]{16,}", "sk-ant-api03-AbCdEfGhIjKlMnOpQrStUv"],
    ["google-key", "AIza[A-Za-z0-9_-]{30,}", "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"],
    ["google-token", "ya29\\.[A-Za-z0-9_-]{20,}", "ya29.a0AfH6SMBx1y2z3A4b5C6d7E8f9"],
    ["google-secret", "GOCSPX-[A-Za-z0-9_-]{20,}", "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"],
    ["aws-access-key", `${atWordStart("A(?:KIA|SIA)")}[A-Z0-9]{16}${WORD_END}`, "AKIAIOSFODNN7EXAMPLE"],
    ["github-token", "gh[pousr]_[A-Za-z0-9]{20,}", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"],
    ["github-token", "github_pat_[A-Za-z0-9_]{20,}", "github_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVw"],
    ["gitlab-token", "glpat-[A-Za-z0-9_-]{16,}", "glpat-AbCdEf123456GhIjKl78"],
    ["slack-token", "xox[abeoprs]-[A-Za-z0-9-]{10,}", "xoxb-123456789012-abcdefABCDEF"],
    ["slack-token", "xapp-[A-Za-z0-9-]{10,}", "xapp-1-A0123456789-abcdef"],
    [
      "slack-webhook",
      "hooks\\.slack\\.com/services/[A-Za-z0-9/]{20,}",
      "hooks.slack.com/services/T0AB/B0CD/a1B2c3D4e5F6",
    ],
    ["stripe-key", "[sr]k_(?:live|test)_[A-Za-z0-9]{16,}", "sk_live_4eC39HqLyjWDarjtT1zdp7dc"],
    ["stripe-key", "whsec_[A-Za-z0-9]{20,}", "whsec_a1B2c3D4e5F6g7H8i9J0k1L2"],
    ["huggingface-token", `${atWordStart("hf_")}[A-Za-z0-9]{20,}`, "hf_AbCdEfGhIjKlMnOpQrStUvWxYz12345678"],
    ["npm-token", `${atWordStart("npm_")}[A-Za-z0-9]{30,}`, "npm_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"],
    [
      "sendgrid-key",
      `${atWordStart("SG\\.")}[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}`,
      "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",
    ],
    ["twilio-key", `${atWordStart("SK")}[0-9a-f]{32}${WORD_END}`, "SK0123456789abcdef0123456789abcdef"],
    [
      "azure-key",
      "(?:Account|SharedAccess)Key=[A-Za-z0-9+/=]{20,}",
      "AccountKey=a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6==;Endpoint",
    ],
    ["azure-secret", "8Q~[A-Za-z0-9_~.-]{31,}", "abc8Q~a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7"],
    [
      "jwt",
      `${atWordStart("eyJ", "A-Za-z0-9_-")}[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}`,
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    ],
  ] as const
).map(([kind, pattern, example]) => ({ kind, pass: "prefix", pattern, example }));

/** What is looked for unless `redaction.defaults` is false. Order decides where two rules claim one text. */
export const DEFAULT_RULES: readonly SecretRule[] = [
  ...PREFIX_RULES,
  {
    kind: "openai-key",
    pass: "prefix",
    pattern: `${atWordStart("sk-")}[A-Za-z0-9_-]{20,}`,
    example: "sk-proj-Ab12Cd34Ef56Gh78Ij90Kl12Mn34",
    locate: locateSecretKey,
  },
  {
    kind: "private-key",
    pass: "prefix",
    pattern: "-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----",
    example:
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAu1SU1LfVLPHCozMxH2Mo\n-----END RSA PRIVATE KEY-----",
    locate: locatePrivateKey,
  },
  {
    kind: "authorization",
    pass: "keyword",
    pattern: "authorization\\\\{0,4}[\"'`]?\\]?\\s{0,8}[:=]\\s{0,8}",
    example: "Authorization: Basic dXNlcjpwYXNzd29yZA==",
    locate: locateAuthorization,
  },
  {
    kind: "bearer-token",
    pass: "keyword",
    pattern: "bearer\\s{1,4}",
    example: "the header was Bearer 3f2a9c81d04b4e5f",
    locate: locateBearer,
  },
  {
    kind: "password",
    pass: "keyword",
    pattern: `(?:passw(?:or)?d|passphrase|pwd)${ASSIGNED}`,
    example: '{"db_password": "correct horse"}',
    locate: locateAny,
  },
  {
    kind: "secret",
    pass: "keyword",
    pattern: `(?:secret(?:[_-]?access)?(?:[_-]?key)?|(?:api|access|private|account|subscription)[_-]?key)${ASSIGNED}`,
    example: "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    locate: locateRandom,
  },
  {
    kind: "token",
    pass: "keyword",
    pattern: `token${ASSIGNED}`,
    example: "ACCESS_TOKEN=9f86d081884c7d65",
    locate: locateToken,
  },
  {
    kind: "url-parameter",
    pass: "keyword",
    pattern: "[?&](?:key|sig|signature|auth|x-(?:amz|goog)-signature)=",
    example: "GET https://example.com/v1/models?key=a1b2c3d4e5f6",
    locate: locateParameter,
  },
  {
    kind: "url-password",
    pass: "address",
    pattern: "://[^\\s/@:?#\"'<>]{0,128}:[^\\s/@?#\"'<>]{1,256}@",
    example: "postgres://app:tr0ub4dor@db.example.com/main",
    locate: locateUserPassword,
  },
  {
    kind: "card-number",
    pass: "digits",
    pattern: "[2-6]\\d{3}(?:[ -]?\\d){9,15}",
    example: "card 4111 1111 1111 1111, exp 12/29",
    locate: locateCard,
  },
];
