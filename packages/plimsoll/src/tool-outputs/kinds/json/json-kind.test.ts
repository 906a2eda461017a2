import { describe, expect, it } from "vitest";
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
});
