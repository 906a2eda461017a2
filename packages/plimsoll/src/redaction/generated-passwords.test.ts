import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { createRedactor } from "./create-redactor.js";
import { randomCharacters } from "./example-test-support.js";

const redactor = createRedactor();

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
const ALPHABETS = [LETTERS + SIGNS, LETTERS, `${LETTERS}!@#$%^&*-_=+`, SIGNS + LETTERS.slice(0, 20)];

/** Evenly drawn, as password managers do it; generators of texts prefer their edges. */
const password = fc
  .tuple(fc.integer({ min: 1, max: 2 ** 31 - 1 }), fc.constantFrom(...ALPHABETS))
  .map(([seed, alphabet]) => randomCharacters(alphabet, 16, seed))
  .filter((text) => !/^[-$<[({]|^\.{3}|^["'`].*["'`]$/.test(text) || /^[-$<[({].*\d/.test(text));

const inXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const inShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const inYaml = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const inUrl = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** How a password is written in each place; what must not be left is what `write` makes of it. */
const PLACES: Readonly<Record<string, { write?(text: string): string; around(written: string): string }>> = {
  "an environment file": { around: (text) => `DB_HOST=db\nDB_PASSWORD=${text}\nDB_USER=app\n` },
  "an exported variable": { around: (text) => `export DB_PASSWORD=${text}\nls` },
  "an environment file with DB_PASS": { around: (text) => `DB_PASS=${text}` },
  "a quoted environment file": {
    write: (text) => JSON.stringify(text).slice(1, -1),
    around: (text) => `DB_PASSWORD="${text}"\n`,
  },
  "a quoted shell word": { write: inShell, around: (text) => `DB_PASSWORD=${text} ./run` },
  JSON: {
    write: (text) => JSON.stringify(text).slice(1, -1),
    around: (text) => `{"user": "app", "db_password": "${text}", "port": 1}`,
  },
  "JSON in JSON": {
    write: (text) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
    around: (text) => `{"body": "{\\"password\\":\\"${text}\\"}"}`,
  },
  "YAML with quotes": { write: inYaml, around: (text) => `db:\n  password: ${text}\n  user: app\n` },
  TOML: {
    write: (text) => JSON.stringify(text).slice(1, -1),
    around: (text) => `[db]\npassword = "${text}"\nuser = "app"\n`,
  },
  "a URL": { write: inUrl, around: (text) => `postgres://app:${text}@db.example.com:5432/shop` },
  "a parameter": { write: inUrl, around: (text) => `GET /login?user=app&password=${text}&x=1` },
  "a flag": { write: inShell, around: (text) => `backup --host db --password ${text} --all` },
  "a flag with =": { write: inShell, around: (text) => `backup --password=${text} --all` },
  XML: { write: inXml, around: (text) => `<db><password>${text}</password></db>` },
  "a manifest's list": {
    write: (text) => JSON.stringify(text),
    around: (text) => `env:\n  - name: DB_PASSWORD\n    value: ${text}\n`,
  },
  "a compose file": {
    write: (text) => JSON.stringify(`DB_PASSWORD=${text}`).slice(13, -1),
    around: (text) => `environment:\n  - "DB_PASSWORD=${text}"\n`,
  },
  "a block scalar": { around: (text) => `db:\n  password: |\n    ${text}\n  user: app\n` },
};

/** With a seed: a value that is missed is missed in every run, or in none. */
const RUNS = { numRuns: scaled(500), seed: 20_261_116 };

describe("a generated password of sixteen characters", () => {
  it.each(Object.entries(PLACES))("is found in %s", (_place, { write = (text) => text, around }) => {
    fc.assert(
      fc.property(password, (secret) => {
        const written = write(secret);
        expect(redactor.text(around(written))).not.toContain(written);
      }),
      RUNS,
    );
  });

  it.each([
    ["YAML", (text: string) => `db:\n  password: ${text}\n  user: app\n`],
    ["an INI file", (text: string) => `[db]\npassword = ${text}\nuser = app\n`],
    ["a properties file", (text: string) => `db.password=${text}\ndb.user=app\n`],
    ["a container's variables", (text: string) => `environment:\n  DB_PASSWORD: ${text}\n`],
  ])("is found without quotes in %s, where it is not words", (_place, around) => {
    fc.assert(
      fc.property(password, (secret) => {
        fc.pre(/\d/.test(secret) && !/^["'`|>]/.test(secret));
        expect(redactor.text(around(secret))).not.toContain(secret);
      }),
      RUNS,
    );
  });

  it("is found as a value of a call's arguments, whatever they are", () => {
    fc.assert(
      fc.property(password, (secret) => {
        const item = {
          type: "function_call",
          arguments: JSON.stringify({ command: `DB_PASSWORD=${secret} ./run`, env: { DB_PASSWORD: secret } }),
        };
        const redacted = redactor.value(item);
        const given = JSON.parse(redacted.arguments) as { command: string; env: object };
        expect(given.env).toEqual({ DB_PASSWORD: "[REDACTED:password]" });
        expect(given.command).toMatch(/^DB_PASSWORD=\[REDACTED:password\]\S{0,8} \.\/run$/);
      }),
      RUNS,
    );
  });
});
