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
});
