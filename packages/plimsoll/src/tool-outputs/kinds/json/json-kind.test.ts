import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of JSON", () => {
  it("shows objects of an HTTP answer, behind its headers, and the unusual one among them", () => {
    const text = evidenceOf(["json", "curl-api"], 200, "curl -si https://harbour.example/containers");
    expect(text).toContain("array of 40, 40 objects");
    expect(text).toContain(
      'id=4131 name="container 31" status=failed html_url=https://harbour.example/containers/4131',
    );
  });

  it("reads what npm ls --json printed although it breaks off", () => {
    const text = evidenceOf(["json", "npm-ls"], 250, "npm ls --json");
    expect(text).toContain("name=plimsoll-workspace version=0.1.0");
    expect(text).toMatch(/^@biomejs\/biome: version=[\d.]+$/m);
  });

  // What npm printed, with every other version and without the addresses of the registry.
  it.each([500, 1_500])(
    "uses what it may for npm view, and has what a package is at %d tokens",
    (maxTokens) => {
      const text = evidenceOf(["json", "npm-view"], maxTokens, "npm view express --json");
      for (const told of [
        "name=express",
        "version=5.3.0",
        "latest=5.3.0",
        "accepts=^2.0.0",
        'node=">= 18"',
        "5.2.1]",
      ])
        expect(text).toContain(told);
      expect(text.length / 4).toBeGreaterThan(maxTokens * 0.85);
    },
  );

  it("goes on with long values where there is room, and shows no encoded data", () => {
    const story = Array.from({ length: 80 }, (_, index) => `Entry ${index} of the ship's log.`).join(" ");
    const records = [0, 1, 2].map((id) => ({
      id,
      log: story,
      photo: `data:image/png;base64,${"iVBORw0KGgo".repeat(900)}`,
    }));
    const text = makeEvidence(
      { text: JSON.stringify(records) },
      { maxTokens: 3_000, count: (part) => Math.ceil(part.length / 4) },
    ).text;
    expect(text).toMatch(/Entry 79/);
    expect(text).not.toContain("iVBORw0KGgoiVBORw0KGgo");
  });
});
