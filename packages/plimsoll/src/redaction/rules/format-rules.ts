import { locateCommandPassword } from "../locate-command-password.js";
import { holdsPair } from "../locate-authorization.js";
import { locatePrivateKey, locatePuttyKey } from "../locate-private-key.js";
import type { Located, SecretRule, Span } from "../secret-rule.js";
import { isReference } from "../is-reference.js";
import { isWordy } from "../is-wordy.js";
import { looksRandom } from "../looks-random.js";

/** Keys of the `sk-` family have digits or capitals, or no hyphen; class names in style sheets do not. */
function locateSecretKey(text: string, match: Span): Located {
  const tail = text.slice(match.start + 3, match.end);
  return { ...match, secret: /[A-Z0-9_]/.test(tail) || !tail.includes("-") };
}

function locateDockerAuth(text: string, match: Span): Located {
  const value = /^[A-Za-z0-9+/=]{8,512}/.exec(text.slice(match.end, match.end + 512))?.[0] ?? "";
  return { start: match.end, end: match.end + value.length, secret: holdsPair(value) };
}

/** The private part of a JSON web key: a `d` counts only next to its key type. */
function locateWebKey(text: string, match: Span): Located {
  const value = /^[A-Za-z0-9_-]{20,1024}/.exec(text.slice(match.end, match.end + 1024))?.[0] ?? "";
  const around = text.slice(Math.max(0, match.start - 2048), match.end + 2048);
  return { start: match.end, end: match.end + value.length, secret: value !== "" && /\bkty\b/.test(around) };
}

/** A line of `.pgpass`: host, port, database, user, password. */
function locatePgpass(text: string, match: Span): Located {
  const length = text.slice(match.end, match.end + 256).search(/\s|$/);
  const value = text.slice(match.end, match.end + length);
  return {
    start: match.end,
    end: match.end + length,
    secret: value.length >= 4 && !isReference(value) && !value.includes("/"),
  };
}

/** A statement of SQL, whose words stand before; prose may quote a word in the same way. */
const isStatement = (text: string, { start, end }: Span): boolean =>
  text.charAt(end - 1) === "'" &&
  /\b(?:create|alter|set|grant|user|role|login|with|encrypted)\s/i.test(
    text.slice(Math.max(0, start - 160), end),
  );

function locateIdentified(text: string, match: Span): Located {
  const quote = text.charAt(match.end - 1);
  const length = text.slice(match.end, match.end + 256).indexOf(quote);
  const value = text.slice(match.end, match.end + Math.max(0, length));
  return {
    start: match.end,
    end: match.end + value.length,
    secret:
      value.length >= 4 &&
      !/^\s|\n/.test(value) &&
      !isReference(value) &&
      (isStatement(text, match) || !isWordy(value)),
  };
}

function locateRequirePass(text: string, match: Span): Located {
  const length = text.slice(match.end, match.end + 256).search(/\s|$/);
  const value = text.slice(match.end, match.end + length);
  return { start: match.end, end: match.end + length, secret: looksRandom(value) && !isReference(value) };
}

/** How a number of digits begins in base64. */
const DISCORD_ANCHORS = Array.from("mno").flatMap((first) =>
  Array.from("dtjz").flatMap((second) =>
    Array.from("aeimquycgk").flatMap((third) =>
      Array.from("wxyz012345", (fourth) => first + second + third + fourth),
    ),
  ),
);

const HASH = "[./A-Za-z0-9]";

/** Secrets that their form reveals: armoured keys, signed tokens, hashes, command lines, credential files. */
export const FORMAT_RULES: readonly SecretRule[] = [
  {
    kind: "openai-key",
    anchors: ["sk-"],
    wordStart: true,
    anyCase: false,
    pattern: "sk-[A-Za-z0-9_-]{20,}",
    example: "sk-proj-<url74>T3BlbkFJ<url74>",
    lookAlike: "sk-loading-spinner-container",
    locate: locateSecretKey,
  },
  {
    kind: "jwt",
    anchors: ["eyj"],
    wordStart: true,
    anyCase: false,
    pattern: "eyJ[A-Za-z0-9_-]{8,2048}\\.eyJ[A-Za-z0-9_-]{8,8192}\\.[A-Za-z0-9_-]{8,}",
    example: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.<url43>",
    lookAlike: "eyJhbGciOiJIUzI1NiJ9",
  },
  {
    kind: "private-key",
    anchors: ["begin "],
    lead: 5,
    wordStart: false,
    anyCase: false,
    pattern: "-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----",
    example:
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA<alnum43>\n<alnum64>\n-----END RSA PRIVATE KEY-----",
    lookAlike: "the header is -----BEGIN PRIVATE KEY----- in such files",
    locate: locatePrivateKey,
  },
  {
    kind: "private-key",
    anchors: ["private-lines:"],
    wordStart: true,
    anyCase: false,
    pattern: "Private-Lines: \\d{1,3}(?:\\s|\\\\[rn]){1,4}",
    example: "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n<alnum43>=\nPrivate-MAC: <hex64>",
    lookAlike: "Private-Lines: none",
    locate: locatePuttyKey,
  },
  {
    kind: "age-key",
    anchors: ["age-secret-key-"],
    wordStart: true,
    anyCase: false,
    pattern: "AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,}",
    example: "AGE-SECRET-KEY-1<UPPER58>",
    lookAlike: "AGE-SECRET-KEY-1",
  },
  {
    kind: "json-web-key",
    anchors: ['"d"', '"d\\'],
    wordStart: false,
    anyCase: false,
    pattern: '"?d\\\\{0,3}"\\s{0,4}:\\s{0,4}\\\\{0,3}"',
    example: '{"kty":"EC","crv":"P-256","d":"<url43>"}',
    lookAlike: '{"d":"abcdefghijklmnopqrstuvwxyz0123456789abcd"}',
    locate: locateWebKey,
  },
  {
    kind: "docker-auth",
    anchors: ['auth"', 'auth\\"'],
    wordStart: false,
    anyCase: false,
    pattern: 'auth\\\\{0,3}"\\s{0,4}:\\s{0,4}\\\\{0,3}"',
    example: '{"auths":{"example.com":{"auth":"YWRtaW46aHVudGVyMi1hbmQtbW9yZQ=="}}}',
    lookAlike: '"auth": "required"',
    locate: locateDockerAuth,
  },
  {
    kind: "npm-auth",
    anchors: [":_auth", ":_password", "_authtoken"],
    wordStart: false,
    anyCase: false,
    pattern: ':?_(?:auth|authToken|password)\\s{0,2}=\\s{0,2}"?((?!\\$\\{)[^\\s"]{8,})',
    example: "//npm.example.com/:_authToken=<uuid>",
    lookAlike: "//npm.example.com/:_authToken=${NPM_TOKEN}",
  },
  {
    kind: "discord-token",
    anchors: DISCORD_ANCHORS,
    wordStart: true,
    anyCase: false,
    pattern: "[MNO][DTjz][AEIMQUYcgk][w-z0-5][A-Za-z0-9_-]{19,24}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}",
    example: "MTA4<alnum20>.<alnum6>.<url38>",
    lookAlike: "MTAxMjM0.abcdef.ghi",
  },
  {
    kind: "password-hash",
    anchors: [
      "$apr1$",
      "$2a$",
      "$2b$",
      "$2y$",
      "$1$",
      "$5$",
      "$6$",
      "$y$",
      "$argon2",
      "{ssha}",
      "$pbkdf2",
      "$scrypt",
    ],
    wordStart: false,
    anyCase: true,
    pattern: `(?:\\$(?:apr1|[156]|y)\\$(?:rounds=\\d{1,9}\\$)?${HASH}{1,64}\\$(?:${HASH}{8,64}\\$)?${HASH}{20,}|\\$2[aby]\\$\\d\\d\\$${HASH}{53}|\\$(?:argon2(?:id|i|d)|pbkdf2-\\w{1,10}|scrypt)\\$[\\w=,$+/.-]{20,}|\\{ssha\\}[\\w+/=]{20,})`,
    example: "admin:$apr1$<alnum8>$<alnum22>",
    lookAlike: "costs $5$ or $6$",
  },
  {
    kind: "command-password",
    anchors: [
      "mysql",
      "mariadb",
      "sshpass",
      "login",
      "redis-cli",
      "mongo",
      "ldap",
      "curl",
      "wget",
      "smbclient",
      "sqlcmd",
      "openssl",
      "unzip",
      "ipmitool",
      "mosquitto_",
      "htpasswd",
      "pgbench",
      "rsync",
    ],
    wordStart: false,
    anyCase: false,
    pattern:
      "(?:mysql[a-z]{0,8}|mariadb(?:-[a-z]{1,8})?|sshpass|login|redis-cli|mongo[a-z]{0,8}|ldap[a-z]{3,8}|curl|wget|smbclient|sqlcmd|openssl|unzip|ipmitool|mosquitto_[a-z]{3}|htpasswd)(?=[ \\t])",
    example: "mysql -h db -u root -ptr0ub4dor shop",
    lookAlike: "mysql -h db -u root -p shop",
    locate: locateCommandPassword,
  },
  {
    kind: "pgpass",
    anchors: [":5432:", ":5433:", ":6432:"],
    wordStart: false,
    anyCase: false,
    pattern: ":\\d{4}:[\\w*-]{1,64}:[\\w*.-]{1,64}:",
    example: "db.example.com:5432:shop:app:tr0ub4dor",
    lookAlike: "listening on 0.0.0.0:5432",
    locate: locatePgpass,
  },
  {
    kind: "sql-password",
    anchors: ["identified by", "password '", "password e'"],
    wordStart: true,
    anyCase: true,
    pattern: "(?<![-_])(?:identified by(?: password)?|(?:with |encrypted )?password)\\s{1,4}e?['\"]",
    example: "CREATE USER app IDENTIFIED BY 'tr0ub4dor'",
    lookAlike: "CREATE USER app IDENTIFIED BY '?'",
    locate: locateIdentified,
  },
  {
    kind: "redis-password",
    anchors: ["requirepass ", "masterauth "],
    wordStart: true,
    anyCase: true,
    pattern: "(?:requirepass|masterauth)\\s{1,4}",
    example: "requirepass tr0ub4dor",
    lookAlike: "requirepass foobared",
    locate: locateRequirePass,
  },
];
