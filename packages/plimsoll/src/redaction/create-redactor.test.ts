import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { CompactError } from "../errors/compact-error.js";
import { createRedactor } from "./create-redactor.js";
import { DEFAULT_RULES } from "./default-rules.js";
import { filledExample } from "./example-test-support.js";

const redactor = createRedactor();

function codeOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return CompactError.isInstance(error) ? `${error.code} ${error.message}` : String(error);
  }
  return "no error";
}

describe("default rules", () => {
  it.each([
    ["password = hunter2", "password = [REDACTED:password]"],
    ['"password": "x y z"', '"password": "[REDACTED:password]"'],
    [
      '{\\"db_password\\":\\"hunter2\\",\\"a\\":1}',
      '{\\"db_password\\":\\"[REDACTED:password]\\",\\"a\\":1}',
    ],
    ["env['API_KEY'] = 'abc123xyz'", "env['API_KEY'] = '[REDACTED:secret]'"],
    ["password: str = 'hunter2'", "password: str = '[REDACTED:password]'"],
    ["https://u:p4ss@host/x", "https://u:[REDACTED:url-password]@host/x"],
    ["/v1?key=abc123def&alt=sse", "/v1?key=[REDACTED:url-parameter]&alt=sse"],
    ["x-api-key: 0a1b2c3d4e5f", "x-api-key: [REDACTED:secret]"],
    [
      'curl -H "Authorization: Bearer abc.def-123" -v',
      'curl -H "Authorization: Bearer [REDACTED:authorization]" -v',
    ],
    ["line\\nghp_16C7e42F292c6912E7710c838347Ae178B4a", "line\\n[REDACTED:github-token]"],
    ["\\nsk-Ab12Cd34Ef56Gh78Ij90Kl12", "\\n[REDACTED:openai-key]"],
    ["4111111111111111 12/29", "[REDACTED:card-number] 12/29"],
    ["1234 4111 1111 1111 1111", "1234 [REDACTED:card-number]"],
    ["3782-822463-10005", "[REDACTED:card-number]"],
    ["AccountKey=a1B2c3D4e5F6g7H8i9J0k1L2==;x", "[REDACTED:azure-key];x"],
    [
      '"private_key": "-----BEGIN PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEF\\n-----END PRIVATE KEY-----\\n"',
      '"private_key": "[REDACTED:secret]"',
    ],
    ["-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1\nabc", "[REDACTED:private-key]\nabc"],
  ])("turns %j into %j", (input, output) => {
    expect(redactor.text(input)).toBe(output);
  });

  it.each([
    "const password: string = readPassword();",
    "interface Login { password: string; token: Token }",
    "token = tokens[0]; secret = config.secret.value",
    '{"token": "src/lexer/token-table.ts", "next": {"token": "PAY-8366"}}',
    "max_tokens: 4096, summary_tokens=1200, token: 128000",
    "password=${DB_PASSWORD} api_key=$API_KEY secret: ********",
    "bearer authentication is required; authorization: required",
    "risk-assessment-of-the-whole-department, sk-loading-spinner-container",
    '"js-tiktoken": "^1.0.12"',
    "ts 1700000000000 1700000000000000 id 4111111111111112 0.4111111111111111",
    "2024-01-15 10:22:33 build 20240115102233",
    "the header is -----BEGIN PRIVATE KEY----- in such files",
    "see http://localhost:8080/path@2 and user@example.com",
    "item_0123456789abcdef0123456789abcdef",
  ])("leaves %j alone", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it("holds no unbounded repetition inside another repetition", () => {
    for (const rule of DEFAULT_RULES) {
      expect([rule.kind, nestedUnbounded(rule.pattern)]).toEqual([rule.kind, false]);
    }
    expect(nestedUnbounded("(?:a+b)*")).toBe(true);
    expect(nestedUnbounded("(?:a|(?:b{2,}))+")).toBe(true);
  });

  it.each([
    ["a", "a"],
    ["password=", "password="],
    ["spaced password=", "password= "],
    ["quoted password", 'password="'],
    ["digits", "4"],
    ["grouped digits", "4111 "],
    ["key headers", "-----BEGIN"],
    ["whole key headers", "-----BEGIN PRIVATE KEY-----"],
    ["token prefixes", "eyJ"],
    ["embedded prefixes", "xsk-"],
    ["addresses", "://a:"],
    ["bearers", "bearer "],
  ])("finishes on millions of characters of %s", (_name, unit) => {
    const text = unit.repeat(Math.ceil(scaled(5_000_000, 1_000_000) / unit.length));
    expect(redactor.text(text).length).toBeGreaterThan(0);
  });

  it.each(["a::b", "a!.b", "a->b", "a&&b", "a[b", "a?.b"])(
    "finishes on a password of code like %s",
    (unit) => {
      const text = `x;\npassword = ${unit.repeat(40)}%\n`;
      expect(redactor.text(text)).toContain("password");
    },
  );
});

/** True if a group that holds `+`, `*` or `{n,}` is itself repeated without a bound. */
function nestedUnbounded(source: string): boolean {
  const plain = source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x");
  const open: boolean[] = [];
  let inner = false;
  for (let index = 0; index < plain.length; index += 1) {
    const repeated = /^(?:[+*]|\{\d+,\})/.test(plain.slice(index + 1));
    if (plain[index] === "(") open.push(false);
    else if (plain[index] === ")") {
      inner = open.pop() ?? false;
      if (inner && repeated) return true;
      if ((inner || repeated) && open.length > 0) open[open.length - 1] = true;
    } else if (repeated && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}

describe("user patterns", () => {
  it("replaces the whole match, with inline flags", () => {
    const own = createRedactor({ patterns: ["(?i)ticket-\\d+"], defaults: false });
    expect(own.text("see TICKET-42 and ghp_16C7e42F292c6912E7710c838347Ae178B4a")).toBe(
      "see [REDACTED:pattern] and ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    );
  });

  it("sees the text as it was, so that a default rule cannot hide a match", () => {
    const own = createRedactor({ patterns: ["(?s)BEGIN-NOTE.*END-NOTE"] });
    expect(own.text("BEGIN-NOTE ann password=hunter2 bob END-NOTE")).toBe("[REDACTED:pattern]");
  });

  it.each(["(?=a)b", "(a)\\1", "(", "", "a".repeat(1001)])("refuses %j by name", (pattern) => {
    const message = codeOf(() => createRedactor({ patterns: [pattern] }));
    expect(message).toMatch(/^UNSAFE_PATTERN /);
    expect(message).toContain(JSON.stringify(pattern).slice(0, 40).replace(/"$/, ""));
    expect(message).toContain("allowed: RE2 syntax");
  });

  it("shows nothing of the text that it could not search within its bounds", () => {
    const own = createRedactor({ patterns: ["(?s)z.*x|z"], defaults: false });
    const redacted = own.text(`${"z-".repeat(40_000)}end`);
    expect(redacted.startsWith("[REDACTED:pattern]-[REDACTED:pattern]-")).toBe(true);
    expect(redacted.endsWith("[REDACTED:pattern][REDACTED:pattern-limit]")).toBe(true);
  });

  it("survives what hangs a backtracking engine", () => {
    const own = createRedactor({ patterns: ["(a+)+$"], defaults: false });
    const text = `${"a".repeat(50_000)}!`;
    expect(own.text(text)).toBe(text);
  });
});

describe("allow-list", () => {
  const allowing = createRedactor({ allow: ["AKIAIOSFODNN7EXAMPLE", "sk-test-[a-z0-9]+"] });

  it("leaves exact strings and whole matches of patterns alone", () => {
    const text = "AKIAIOSFODNN7EXAMPLE api_key=sk-test-abcdefghij0123456789";
    expect(allowing.text(text)).toBe(text);
    expect(allowing.value({ api_key: "sk-test-abcdefghij0123456789" }).api_key).toMatch(/^sk-test/);
  });

  it("does not excuse a secret that merely contains an allowed one", () => {
    expect(allowing.text("api_key=AKIAIOSFODNN7EXAMPLE0")).toBe("api_key=[REDACTED:secret]");
  });
});

describe("custom function", () => {
  it("runs before the rules", () => {
    const own = createRedactor({ custom: (text) => text.replace("Ann", "password=hunter2") });
    expect(own.text("Ann")).toBe("password=[REDACTED:password]");
  });

  it("costs the whole text when it fails", () => {
    const throwing = createRedactor({
      custom: () => {
        throw new Error("broken");
      },
    });
    const wrong = createRedactor({ custom: () => undefined as unknown as string });
    expect(throwing.text("secret stuff")).toBe("[REDACTED:custom-failed]");
    expect(wrong.text("secret stuff")).toBe("[REDACTED:custom-failed]");
  });
});

describe("value", () => {
  it("returns the same object where nothing is secret", () => {
    const value = { a: ["x", { b: 1, c: null }], token: "short" };
    expect(redactor.value(value)).toBe(value);
  });

  it("copies only what changed", () => {
    const value = { kept: { a: 1 }, list: ["password=hunter2", "x"] };
    const redacted = redactor.value(value);
    expect(redacted).toEqual({ kept: { a: 1 }, list: ["password=[REDACTED:password]", "x"] });
    expect(redacted.kept).toBe(value.kept);
  });

  it("redacts any text of six characters under a sensitive key", () => {
    const value = { Authorization: "whatever", client_secret: "abcdef", accessToken: "hello world", n: 1 };
    expect(redactor.value(value)).toEqual({
      Authorization: "[REDACTED:authorization]",
      client_secret: "[REDACTED:secret]",
      accessToken: "[REDACTED:token]",
      n: 1,
    });
    expect(redactor.value({ password: "abcde", tiktoken: "o200k_base" })).toEqual({
      password: "abcde",
      tiktoken: "o200k_base",
    });
  });

  it("keeps an own __proto__ key a plain key", () => {
    const value = JSON.parse('{"__proto__": "password=hunter2"}') as object;
    expect(JSON.stringify(redactor.value(value))).toBe('{"__proto__":"password=[REDACTED:password]"}');
  });

  it("replaces what is too deep or contains itself", () => {
    let deep: unknown = "password=hunter2";
    for (let level = 0; level < 600; level += 1) deep = [deep];
    expect(JSON.stringify(redactor.value(deep))).toContain("[REDACTED:too-deep]");
    const cycle: Record<string, unknown> = { a: 1 };
    cycle["left"] = cycle;
    cycle["right"] = [cycle];
    expect(redactor.value(cycle)).toMatchObject({ left: "[REDACTED:cycle]", right: ["[REDACTED:cycle]"] });
  });
});

describe("switched off", () => {
  it("returns everything as it is but still refuses unsafe patterns", () => {
    const off = createRedactor({ enabled: false });
    const value = { password: "hunter2 hunter2" };
    expect(off.enabled).toBe(false);
    expect(off.value(value)).toBe(value);
    expect(off.text("password=hunter2")).toBe("password=hunter2");
    expect(codeOf(() => createRedactor({ enabled: false, patterns: ["("] }))).toMatch(/^UNSAFE_PATTERN/);
  });
});

describe("idempotence", () => {
  const piece = fc.oneof(
    fc.constantFrom(...DEFAULT_RULES.map((rule) => filledExample(rule.example))),
    fc.constantFrom(...DEFAULT_RULES.map((rule) => `[REDACTED:${rule.kind}]`)),
    fc.constantFrom(
      "password=",
      '"token": "',
      "Authorization: ",
      "Bearer ",
      "://",
      "a:b@",
      "?key=",
      "sk-",
      '"',
    ),
    fc.constantFrom(" ", "", "\n", ",", "-", "\\n", "]", "[", "x", "4", "'", "="),
    fc.string({ maxLength: 12 }),
  );
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

  it("changes nothing the second time, with the default rules", () => {
    fc.assert(
      fc.property(text, (input) => {
        const once = redactor.text(input);
        expect(redactor.text(once)).toBe(once);
        const value = redactor.value({ text: input, token: input, list: [input] });
        expect(redactor.value(value)).toBe(value);
      }),
      { numRuns: scaled(2000) },
    );
  });

  it("changes nothing the second time, with patterns that match markers too", () => {
    const own = createRedactor({ patterns: ["(?i)password\\s*[:=]\\s*\\S+", "\\w+x", "[A-Z]{3,}"] });
    fc.assert(
      fc.property(text, (input) => {
        const once = own.text(input);
        expect(own.text(once)).toBe(once);
      }),
      { numRuns: scaled(1000) },
    );
  });
});
