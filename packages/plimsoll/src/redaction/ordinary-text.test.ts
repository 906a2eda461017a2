import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.js";

const redactor = createRedactor();
const root = fileURLToPath(new URL("../../../../", import.meta.url));
const library = dirname(createRequire(import.meta.url).resolve("fast-check"));

function filesBelow(folder: string, isMeant: (path: string) => boolean): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter(isMeant)
    .map((path) => join(folder, path));
}

/** What is written about secrets, and to test their handling, holds some. */
const isOwnSource = (path: string): boolean =>
  path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.startsWith("redaction");

const CORPUS: Readonly<Record<string, readonly string[]>> = {
  "a lock file": [join(root, "package-lock.json")],
  "our own sources": filesBelow(join(root, "packages/plimsoll/src"), isOwnSource),
  "a library": filesBelow(library, (path) => /\.[cm]?[jt]s$/.test(path)),
};

describe("ordinary text", () => {
  it.each(Object.entries(CORPUS))("has at most one false hit in 10,000 lines of %s", (_name, paths) => {
    let lines = 0;
    let hits = 0;
    for (const path of paths) {
      const text = readFileSync(path, "utf8");
      lines += text.split("\n").length;
      const before = text.split("[REDACTED:").length;
      hits += redactor.text(text).split("[REDACTED:").length - before;
    }
    expect(lines).toBeGreaterThan(1000);
    expect(hits).toBeLessThanOrEqual(Math.floor(lines / 10_000));
  });

  it("keeps a thousand numbers of orders, of which every tenth passes the check of cards", () => {
    const orders = Array.from(
      { length: 1000 },
      (_, index) => `order ${4_111_111_111_110_000n + BigInt(index)} was sent`,
    );
    const text = orders.join("\n");
    expect(redactor.text(text)).toBe(text);
  });

  it.each([
    'if (typeof apiKey === "string") return apiKey;',
    "self.key_password = value",
    "this.token = token;",
    "password: string",
    "password: Optional[str] = None,",
    "token = getToken()",
    "const secret = process.env.SECRET",
    'password = input("Enter your password: ")',
    "def login(self, username, password=None, token=None):",
    "if (password !== confirmPassword) throw new Error('passwords differ');",
    "const ok = await bcrypt.compare(password, user.passwordHash);",
    'secret := os.Getenv("API_SECRET")',
    'String password = request.getParameter("password");',
    "password = hashlib.sha256(salt).hexdigest()",
    "export const API_KEY = requireEnv('API_KEY')",
    "PASSWORD=$(cat /run/secrets/db)",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "  -p, --password string   password of the user",
    "PWD=/srv/app OLDPWD=/srv",
  ])("leaves %j alone", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it.each([
    ["Python", "class Key:\n    def set(self, credentials):\n        self.key_password = credentials\n"],
    [
      "Python, a field of a call",
      "connect(\n    host=args.host,\n    tls_client_key=args.tls_client_key,\n)\n",
    ],
    [
      "Python, several names",
      "proxy_type, user, password = self.proxy\nif proxy_type is None:\n    return\n",
    ],
    ["a header that is computed", 'headers["Proxy-Authorization"] = _basic_auth_str(user, password)\n'],
    ["Go", "func f() {\n\tpwd := <-cpwd\n\tl.password = f[i+1]\n}\n"],
    ["Go, a literal", "Config{\n\tPrivateKey:  testP256PrivateKey,\n}\n"],
    ["Perl", "my $pwd = CPAN::anycwd();\n$PASSWORD = $CPAN::Config->{password} || '';\n"],
    ["Ruby", "if proxy\n  proxy_uri, proxy_user, proxy_pass = proxy\nend\n"],
    ["C++", "AsmToken::TokenKind getKind();\nMachineFunctionPass::getAnalysisUsage(AU);\n"],
    ["C", "if (p) {\n  (p).pws.pw_passwd = (p).pws.pw_name + 1;\n}\n"],
    ["a difference", "@@ -1,2 +1,2 @@\n-        self.pwd = pwdb\n+        self.pwd = pwds.cwd\n"],
    ["search results", "lib/ftp.py:12:        pwd = self.ftp.pwd()\nlib/zip.py:40:        pwd = self.pwd\n"],
  ])("leaves source in %s alone, as it is and inside JSON", (_language, source) => {
    expect(redactor.text(source)).toBe(source);
    expect(redactor.text(JSON.stringify({ content: source }))).toBe(JSON.stringify({ content: source }));
  });

  it.each([
    ["a literal of source", 'def f():\n    self.key_password = "tr0ub4dor-3x"\n', "tr0ub4dor-3x"],
    ["a wrapped literal", 'password := []byte("kremvax1")\nreturn nil\n', "kremvax1"],
    ["a wrapped literal of a class", 'return Login(\n  password = SecretStr("kremvax1x"),\n)\n', "kremvax1x"],
    ["a shell script", "if true; then\n  password=kremvax1\nfi\n", "kremvax1"],
    ["a generated value pasted below code", "return x;\npassword = Xk9mQ2vR7pLw\n", "Xk9mQ2vR7pLw"],
    ["settings with an address", "[db]\nlisten = ::1\npassword = correcthorse\nuser = app\n", "correcthorse"],
  ])("still finds %s", (_place, text, secret) => {
    expect(redactor.text(text)).not.toContain(secret);
  });
});
