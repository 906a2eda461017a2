import { describe, expect, it } from "vitest";
import { normalizeApiBase } from "./endpoint.js";

describe("normalizeApiBase", () => {
  it.each([
    [undefined, "openai", "https://api.openai.com/v1"],
    ["", "openai", "https://api.openai.com/v1"],
    ["https://api.openai.com", "openai", "https://api.openai.com/v1"],
    ["https://api.openai.com/v1/", "openai", "https://api.openai.com/v1"],
    ["https://api.openai.com/v1/responses", "openai", "https://api.openai.com/v1"],
    ["https://chatgpt.com/backend-api", "chatgpt", "https://chatgpt.com/backend-api/codex"],
    ["https://chatgpt.com/backend-api/", "chatgpt", "https://chatgpt.com/backend-api/codex"],
    ["https://chatgpt.com/backend-api/codex", "chatgpt", "https://chatgpt.com/backend-api/codex"],
    ["https://chat.openai.com", "chatgpt", "https://chat.openai.com/backend-api/codex"],
    ["https://mine.openai.azure.com", "azure", "https://mine.openai.azure.com/openai/v1"],
    ["https://mine.openai.azure.com/openai/", "azure", "https://mine.openai.azure.com/openai/v1"],
    ["https://mine.openai.azure.com/openai/v1", "azure", "https://mine.openai.azure.com/openai/v1"],
    ["http://127.0.0.1:8080/v1/responses/compact", "compatible", "http://127.0.0.1:8080/v1"],
    ["https://gateway.example/llm", "compatible", "https://gateway.example/llm"],
  ])("brings %s to its one form", (given, kind, base) => {
    expect(normalizeApiBase(given)).toMatchObject({ kind, base });
  });

  it("knows a ChatGPT login, and keeps the version that Azure asks for", () => {
    expect(normalizeApiBase(undefined, { login: "chatgpt" }).url("/responses")).toBe(
      "https://chatgpt.com/backend-api/codex/responses",
    );
    expect(
      normalizeApiBase("https://a.openai.azure.com/?api-version=preview").url("/responses/compact"),
    ).toBe("https://a.openai.azure.com/openai/v1/responses/compact?api-version=preview");
  });

  it.each(["ftp://a/v1", "no address", "https://key@api.openai.com/v1", "https://a/v1#x"])(
    "refuses %s",
    (base) => {
      expect(() => normalizeApiBase(base)).toThrow(/API base/);
    },
  );
});
