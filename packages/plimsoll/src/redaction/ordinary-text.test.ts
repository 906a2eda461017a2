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
    [
      "Python, a condition",
      "def f(self):\n    if pwd:\n        self.pwd = pwd\n    if manage_password:\n        kms_key_id = kwargs.pop(1)\n",
    ],
    ["Python, a comparison", "return (\n    boto3_creds.secret_key == crt_creds.secret_access_key\n)\n"],
    ["Python, types", "def f(self, startToken:Token=None,\n    offendingToken:Token=None):\n    pass\n"],
    [
      "Python, a type of its own",
      "    def add(\n        self,\n        private_key: PKCS7PrivateKeyTypes,\n    ):\n",
    ],
    ["Python, a field", "class Model(BaseModel):\n    password: SecretStr\n    age: int\n"],
    [
      "Python, calls",
      "def f():\n    user_pass, rest = netloc.split('@', 1)\n    self.password = str(mock_random.uuid4()).encode('utf-8')\n",
    ],
    ["Python, a joined text", "password = ''.join(str(random.choice(letters)) for x in range(12))\n"],
    [
      "Python, a text that goes on",
      "self.push('response {!r} into user and password '\n          'failed: {}'.format(logpass, e))\n",
    ],
    [
      "Python, formats",
      "out.write('password={0}\\n'.format(signature))\nprint(f'password={password!r}')\npassword = f'{registry_id}-auth-token'\nshare_token = f\"share-{portfolio_id}-{org['type']}\"\n",
    ],
    [
      "JavaScript, templates",
      "const env = [`AWS_SECRET_ACCESS_KEY=${shellQuote(secretAccessKey)}`];\nconst partialToken = `${encodedHeader}.${encodedPayload}`;\n",
    ],
    [
      "JavaScript, fields of options",
      "const values = {\n  subject_token: stsCredentialsOptions.subjectToken,\n  actor_token: stsCredentialsOptions.actingParty?.actorToken,\n};\n",
    ],
    [
      "JavaScript, a name passed on",
      "exports.K8S_VOLUME_TYPE_VALUE_SECRET = require_experimental_attributes.K8S_VOLUME_TYPE_VALUE_SECRET;\n",
    ],
    [
      "JavaScript, computed names",
      "const modes = {\n  [Tokenizer.COMMENT_TOKEN]: appendCommentToRootHtmlElement,\n  [Tokenizer.EOF_TOKEN]: tokenBeforeHtml\n};\n",
    ],
    [
      "JavaScript, names of headers",
      "for (const name of ['authorization', 'www-authenticate', 'cookie']) {\n",
    ],
    ["TypeScript, a private field", "class A {\n  #cachedToken: CachedX509Token | undefined;\n}\n"],
    [
      "prose",
      "A library identified by 'name'. The value 'secret' of password 'simple' is sent--pass `strict=False` to stop.\n",
    ],
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
    ["a literal of bytes", "def f():\n    connect(password=b'kremvax1x')\n", "kremvax1x"],
    ["a formatted literal", "def f():\n    password = f'kremvax1x{suffix}'\n", "kremvax1x"],
    ["a value on its own line", "db:\n  password:\n    kremvax1x\n  user: app\n", "kremvax1x"],
    ["a compared literal", "if token == 'Xk9mQ2vR7pLw4tYz':\n    pass\n", "Xk9mQ2vR7pLw4tYz"],
    ["a statement in small letters", "create user app\n  identified by 'wonderful';\n", "wonderful"],
    ["a value in a template", "DB_PASSWORD=kremvax1${SUFFIX}\n", "kremvax1"],
    ["a shell script", "if true; then\n  password=kremvax1\nfi\n", "kremvax1"],
    ["a generated value pasted below code", "return x;\npassword = Xk9mQ2vR7pLw\n", "Xk9mQ2vR7pLw"],
    ["settings with an address", "[db]\nlisten = ::1\npassword = correcthorse\nuser = app\n", "correcthorse"],
  ])("still finds %s", (_place, text, secret) => {
    expect(redactor.text(text)).not.toContain(secret);
  });
});
