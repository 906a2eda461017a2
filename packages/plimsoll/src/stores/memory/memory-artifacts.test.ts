import { describe, expect, it } from "vitest";
import { memoryArtifacts } from "./memory-artifacts.js";

const scope = (sessionId = "s", tenant = "t") => ({ tenant, sessionId });
const payload = (text: string, ts = "2026-03-01T10:00:00.000Z") => ({ text, kind: "log", label: "", ts });
const full = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("maxCharacters") };

describe("the memory store's bound", () => {
  it("refuses the whole batch that does not fit, with the numbers", async () => {
    const store = memoryArtifacts({ maxCharacters: 10 });
    await store.put(scope(), [payload("12345")]);
    await expect(store.put(scope(), [payload("1234"), payload("ab")])).rejects.toMatchObject({
      ...full,
      details: { held: 5, wanted: 6, maximum: 10 },
    });
    expect(await store.list(scope())).toHaveLength(1);
    await store.put(scope(), [payload("1234"), payload("a")]);
    expect(await store.list(scope())).toHaveLength(3);
  });

  it("counts a text once for all sessions of a tenant, and again for another tenant", async () => {
    const store = memoryArtifacts({ maxCharacters: 9 });
    await store.put(scope("a"), [payload("12345"), payload("12345")]);
    await store.put(scope("b"), [payload("12345")]);
    await expect(store.put(scope("a", "other"), [payload("12345")])).rejects.toMatchObject(full);
    expect(await store.sessions("other")).toEqual([]);
    expect(await store.remove(scope("a"))).toBe(1);
    await expect(store.put(scope("a", "other"), [payload("12345")])).rejects.toMatchObject(full);
    expect(await store.sweep("2026-03-02T00:00:00.000Z")).toBe(1);
    await store.put(scope("a", "other"), [payload("12345")]);
  });

  it("is a number from 0", () => {
    for (const maxCharacters of [-1, Number.NaN, "1" as unknown as number]) {
      expect(() => memoryArtifacts({ maxCharacters })).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    }
  });
});

describe("what the memory store gives", () => {
  it("does not change the store when it is changed", async () => {
    const store = memoryArtifacts();
    const [stored] = await store.put(scope(), [payload("x")]);
    Object.assign(stored!, { label: "changed" });
    Object.assign((await store.list(scope()))[0]!, { label: "changed" });
    Object.assign((await store.search(scope(), ["x"]))[0]!, { label: "changed" });
    expect((await store.get(scope(), stored!.id))?.label).toBe("");
  });
});
