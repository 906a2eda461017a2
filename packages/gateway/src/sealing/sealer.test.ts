import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadSealingKeys, temporarySealingKey } from "./load-sealing-keys.js";
import { createSealer } from "./sealer.js";

const scope = { purpose: "reasoning", tenant: "ada" };

describe("a seal", () => {
  const key = temporarySealingKey();
  const sealer = createSealer([key]);
  const sealed = sealer.seal(scope, { text: "secret § 秘密" });

  it("opens to what was sealed, and shows nothing of it", () => {
    expect(sealer.open(scope, sealed)).toEqual({ text: "secret § 秘密" });
    expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString("latin1")).not.toContain("secret");
  });

  it("is worth nothing to another tenant, for another purpose, or with another key", () => {
    expect(sealer.open({ ...scope, tenant: "eve" }, sealed)).toBeUndefined();
    expect(sealer.open({ ...scope, purpose: "compaction" }, sealed)).toBeUndefined();
    expect(createSealer([temporarySealingKey()]).open(scope, sealed)).toBeUndefined();
    expect(createSealer([{ ...temporarySealingKey(), id: key.id }]).open(scope, sealed)).toBeUndefined();
  });

  it("does not open with any bit flipped", () => {
    const [head = "", id = "", content = ""] = sealed.split(".");
    const bytes = Buffer.from(content, "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(sealer.open(scope, `${head}.${id}.${changed.toString("base64url")}`)).toBeUndefined();
    }
  });

  it.each([
    "",
    "plm1..",
    "plm1.x.AA",
    "gAAAAABpM0Yj",
    sealed.slice(0, -8),
    `${sealed}.x`,
    "plm1.".repeat(1000),
  ])("is not %j", (text) => {
    expect(sealer.open(scope, text)).toBeUndefined();
  });

  it("of an older key still opens after a newer one came", () => {
    const rotated = createSealer([temporarySealingKey(), key]);
    expect(rotated.open(scope, sealed)).toEqual({ text: "secret § 秘密" });
    expect(sealer.open(scope, rotated.seal(scope, 1))).toBeUndefined();
  });
});

describe("the key file", () => {
  it("is made once, for its owner alone, and read by everybody after", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "plimsoll-keys-")), "deeper", "seal.keys");
    const [first, second] = await Promise.all([loadSealingKeys(path), loadSealingKeys(path)]);
    expect(second).toEqual(first);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(2);
  });

  it("is refused with its name if a line is no key", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "plimsoll-keys-")), "seal.keys");
    writeFileSync(path, "what is this\n");
    await expect(loadSealingKeys(path)).rejects.toThrow(/seal\.keys/);
  });
});
