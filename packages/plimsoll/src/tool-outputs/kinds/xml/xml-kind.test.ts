import { describe, expect, it } from "vitest";
import { classifyOutput } from "../../classify-output.js";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);

describe("evidence of XML", () => {
  it("shows title and address of each entry of a feed", () => {
    const text = evidenceOf(["xml", "rss"], 500);
    expect(text).toContain('title="Version 4.60 & fixes" link=https://example.com/releases/4.60');
    expect(text).toContain('channel: title="Release notes"');
  });

  it("shows which element is unlike the others", () => {
    const hosts = [...Array(80).keys()].map(
      (index) =>
        `<host><name>host-${index}</name><status state="${index === 61 ? "failed" : "up"}" port="22"/></host>`,
    );
    const text = `<?xml version="1.0"?><scan>${hosts.join("\n")}</scan>`;
    const shown = makeEvidence({ text }, { maxTokens: 200, count }).text;
    expect(shown).toContain("host-61");
    expect(shown).toContain("state=failed");
  });

  it("has the fault of a service behind many records", () => {
    const calls = [...Array(120).keys()].map(
      (id) => `<r:call id="${id}"><r:ship>Ship ${id}</r:ship></r:call>`,
    );
    const fault =
      "<s:Fault><faultcode>s:Server</faultcode><faultstring>Tariff table missing</faultstring></s:Fault>";
    const text = `<?xml version="1.0"?><s:Body xmlns:s="urn:s">${calls.join("")}${fault}</s:Body>`;
    expect(makeEvidence({ text }, { maxTokens: 200, count }).text).toContain("Tariff table missing");
  });

  it("leaves pages to their own kind", () => {
    const page = `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body>${"<p>Text</p>".repeat(60)}</body></html>`;
    expect(classifyOutput({ text: page })).toBe("web-page");
  });

  it("reads elements that are nested without end", () => {
    const text = `<?xml version="1.0"?><a>${"<b name='x'>".repeat(50_000)}`;
    expect(makeEvidence({ text }, { maxTokens: 100, count }).tokens).toBeLessThanOrEqual(100);
  });

  it("has the labels of a drawing before its outlines", () => {
    const part = (index: number): string =>
      `<path id="p${index}" d="M${index} 0C0 0 1 2 3 4Z"/><text x="${index}" y="1">Quay ${index}</text>`;
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${Array.from({ length: 200 }, (_, index) => part(index)).join("")}</svg>`;
    const shown = makeEvidence({ text }, { maxTokens: 600, count }).text;
    for (const label of ["Quay 0", "Quay 1", "Quay 9"]) expect(shown).toContain(`"${label}"`);
  });
});
