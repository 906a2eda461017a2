/** A secret as it stands in a text. */
export interface PlantedText {
  readonly text: string;
  /** The parts of it that must be nowhere afterwards. */
  readonly cores: readonly string[];
  /** Its kind and how it is written. */
  readonly form: string;
}

const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const DIGITS = "0123456789";
/** What every kind of secret may have in it. */
const COMMON = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

const named = (name: string, value: string): string => `${name}=${value}`;

/** How a secret stands in a text. */
const FORMS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => `use ${secret} for that`,
  quoted: (secret) => `the key is "${secret}".`,
  "in backticks": (secret) => `run it with \`${secret}\` please`,
  "in JSON": (secret) => JSON.stringify({ service: { token: secret } }),
  "in JSON twice": (secret) => JSON.stringify({ body: JSON.stringify({ token: secret }) }),
  "in JSON behind an escaped newline": (secret) => JSON.stringify({ log: `line one\n${secret}\nline three` }),
  "in YAML": (secret) => `service:\n  token: ${secret}\n`,
  "in an env dump": (secret) => `PATH=/usr/bin\n${named("SERVICE_TOKEN", secret)}\nHOME=/root`,
  "in an export": (secret) => `export SERVICE_TOKEN='${secret}'`,
  "in a header": (secret) => `GET /v1 HTTP/1.1\nAuthorization: Bearer ${secret}\nAccept: */*`,
  "in a header of its own": (secret) => `x-api-key: ${secret}`,
  "in curl": (secret) => `curl -H "Authorization: token ${secret}" https://api.example.com/user`,
  "in the user info of an address": (secret) =>
    `git clone https://x-access-token:${secret}@git.example.com/a.git`,
  "in a query": (secret) => `https://api.example.com/v1?access_token=${secret}&page=2`,
  "in a URL-encoded body": (secret) => `grant_type=refresh&client_secret=${encodeURIComponent(secret)}&x=1`,
  "in a diff": (secret) => `--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-TOKEN=none\n+TOKEN=${secret}\n`,
  "in a stack trace": (secret) => `Error: 401 for key ${secret}\n    at call (client.js:12:3)`,
  "in a log line": (secret) => `2026-03-01T10:00:00Z WARN auth failed token=${secret} user=app`,
  "in a table": (secret) => `| name | value |\n| --- | --- |\n| token | ${secret} |`,
  "in a Dockerfile": (secret) => `FROM node\nENV SERVICE_TOKEN=${secret}\nRUN npm ci`,
  "in XML": (secret) => `<config><token>${secret}</token></config>`,
  "in code": (secret) => `const client = new Client({ apiKey: "${secret}" });`,
  "in a command": (secret) => `deploy --token ${secret} --env prod`,
  "on a line of its own": (secret) => `before\n${secret}\nafter`,
};

/**
 * Makes secrets of many kinds in many forms, no two the same. All of one planter have its mark in them, so one search finds any of
 * them; only those that are encoded have not.
 */
export class SecretPlanter {
  readonly mark: string;
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 2_654_435_761) ^ 0x9e3779b9) >>> 0;
    this.mark = this.#draw(COMMON, 9);
  }

  /** Every kind in every form, then keys and passwords that have forms of their own. */
  texts(): PlantedText[] {
    const made = Object.entries(this.#kinds()).flatMap(([kind, make]) =>
      Object.entries(FORMS).map(([form, write]) => {
        const secret = make();
        return { text: write(secret), cores: [secret], form: `${kind} ${form}` };
      }),
    );
    const basic = Buffer.from(`app:${this.#draw(ALNUM, 24)}`).toString("base64");
    const [key, escaped] = [this.#pem(), this.#pem()];
    const [database, password] = [this.#marked(ALNUM, 20), this.#marked(ALNUM, 18)];
    return [
      ...made,
      { text: `Authorization: Basic ${basic}`, cores: [basic], form: "basic authorization" },
      { text: `the key:\n${key.text}\n`, cores: key.cores, form: "PEM" },
      { text: JSON.stringify({ key: escaped.text }), cores: escaped.cores, form: "PEM in JSON" },
      { text: `postgres://app:${database}@db.example/main`, cores: [database], form: "database address" },
      { text: named("DB_PASSWORD", password), cores: [password], form: "password" },
    ];
  }

  /** A token without anything around it. */
  token(): string {
    return `ghp_${this.#marked(ALNUM, 36)}`;
  }

  #kinds(): Readonly<Record<string, () => string>> {
    return {
      github: () => this.token(),
      gitlab: () => `glpat-${this.#marked(ALNUM, 20)}`,
      stripe: () => ["sk", "live", this.#marked(ALNUM, 24)].join("_"),
      slack: () =>
        ["xoxb", this.#draw(DIGITS, 12), this.#draw(DIGITS, 12), this.#marked(ALNUM, 24)].join("-"),
      aws: () => `AKIA${this.#marked(COMMON, 16)}`,
      npm: () => `npm_${this.#marked(ALNUM, 36)}`,
    };
  }

  #pem(): { readonly text: string; readonly cores: readonly string[] } {
    const lines = Array.from({ length: 6 }, () => this.#marked(`${ALNUM}+/`, 64));
    const [head, tail] = ["BEGIN", "END"].map((word) => `-----${word} RSA ${"PRIVATE"} KEY-----`);
    return { text: [head, ...lines, tail].join("\n"), cores: lines };
  }

  /** So many characters with the mark inside. */
  #marked(characters: string, length: number): string {
    const rest = length - this.mark.length;
    const head = Math.floor(rest / 2);
    return `${this.#draw(characters, head)}${this.mark}${this.#draw(characters, rest - head)}`;
  }

  #draw(characters: string, length: number): string {
    return Array.from({ length }, () => characters.charAt(this.#next() % characters.length)).join("");
  }

  #next(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#state >>> 8;
  }
}
