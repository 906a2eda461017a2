import { describe, expect, it } from "vitest";
import { memoryStorage } from "./memory-storage.js";

const scope = (sessionId = "s", tenant = "t") => ({ tenant, sessionId });
const payload = (text: string, ts = "2026-03-01T10:00:00.000Z") => ({ text, kind: "log", label: "", ts });
const full = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("maxArtifactCharacters") };

describe("the memory store's bound", () => {
  it("refuses the whole batch that does not fit, with the numbers", async () => {
    const store = memoryStorage({ maxArtifactCharacters: 10 });
    await store.putArtifacts(scope(), [payload("12345")]);
    await expect(store.putArtifacts(scope(), [payload("1234"), payload("ab")])).rejects.toMatchObject({
      ...full,
      details: { held: 5, wanted: 6, maximum: 10 },
    });
    expect(await store.listArtifacts(scope())).toHaveLength(1);
    await store.putArtifacts(scope(), [payload("1234"), payload("a")]);
    expect(await store.listArtifacts(scope())).toHaveLength(3);
  });

  it("counts a text once for all sessions of a tenant, and again for another tenant", async () => {
    const store = memoryStorage({ maxArtifactCharacters: 9 });
    await store.putArtifacts(scope("a"), [payload("12345"), payload("12345")]);
    await store.putArtifacts(scope("b"), [payload("12345")]);
    await expect(store.putArtifacts(scope("a", "other"), [payload("12345")])).rejects.toMatchObject(full);
    expect(await store.artifactSessions("other")).toEqual([]);
    expect(await store.removeArtifacts(scope("a"))).toBe(1);
    await expect(store.putArtifacts(scope("a", "other"), [payload("12345")])).rejects.toMatchObject(full);
    expect(await store.sweepArtifacts("2026-03-02T00:00:00.000Z")).toBe(1);
    await store.putArtifacts(scope("a", "other"), [payload("12345")]);
  });

  it("is a number from 0", () => {
    for (const maxArtifactCharacters of [-1, Number.NaN, "1" as unknown as number]) {
      expect(() => memoryStorage({ maxArtifactCharacters })).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    }
  });
});

describe("what the memory store gives", () => {
  it("does not change the store when it is changed", async () => {
    const store = memoryStorage();
    const [stored] = await store.putArtifacts(scope(), [payload("x")]);
    Object.assign(stored!, { label: "changed" });
    Object.assign((await store.listArtifacts(scope()))[0]!, { label: "changed" });
    Object.assign((await store.searchArtifacts(scope(), ["x"]))[0]!, { label: "changed" });
    expect((await store.getArtifact(scope(), stored!.id))?.label).toBe("");
  });
});
