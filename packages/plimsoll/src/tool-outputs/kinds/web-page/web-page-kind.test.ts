import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

const pageEvidence = (body: string, maxTokens: number): string =>
  makeEvidence(
    { text: `<!doctype html><html><body>${body}</body></html>` },
    { maxTokens, count: (text) => Math.ceil(text.length / 4) },
  ).text;
const sentence = (index: number): string =>
  `The pilot of berth ${index} reports the depth and the tide of hour ${index}.`;
const paragraphs = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `<p>${sentence(from + index)}</p>`).join("");
const links = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `<li><a href="/page-${index}.html">Chapter about page ${index}</a></li>`,
  ).join("");

describe("evidence of a page", () => {
  it("has the signatures of rustdoc without its markup", () => {
    const text = evidenceOf(["web-page", "rustdoc"], 250, "cat target/doc/harbour/struct.Ship.html");
    expect(text).toContain("Ship in harbour - Rust");
    expect(text).toContain("pub fn may_load(&self, tonnes: u32) -> bool");
    expect(text).not.toMatch(/<\/?(?:div|span|a)\b/);
  });

  it.each([
    ["", ""],
    ["<ul><li>", "</li></ul>"],
  ])(
    "has the headings of a page that lists them in a table of contents as well, and its title",
    (before, after) => {
      const calls = Array.from({ length: 40 }, (_, index) => `berth.call${index}(ship, tide)`);
      const toc = calls
        .map((name, index) => `<li><a href="#c${index}"><code>${name}</code></a></li>`)
        .join("");
      const sections = calls.map((name, index) => `<h3>${name}</h3><p>${sentence(index)}</p>`).join("");
      const text = pageEvidence(
        `<title>Berths</title>${before}<div id="toc"><ul>${toc}</ul></div>${after}<h2>Calls</h2>${sections}`,
        500,
      );
      expect(text).toContain("Berths\n");
      for (const name of calls.slice(0, 20)) expect(text).toContain(name);
    },
  );

  it("is none where a log follows the page", () => {
    const log = Array.from({ length: 200 }, (_, index) => `${index} packet to port ${index}`).join("\n");
    const page = `<!doctype html><html><body>${paragraphs(0, 5)}</body></html>`;
    const count = (text: string): number => Math.ceil(text.length / 4);
    const evidence = makeEvidence({ text: `${page}\n${log}\n` }, { maxTokens: 300, count });
    expect(evidence.kind).toBe("command");
    expect(evidence.text).toContain("199 packet to port 199");
  });

  it("has the sentences of pydoc, which marks nothing as a heading", () => {
    const text = evidenceOf(["web-page", "pydoc"], 250);
    expect(text).toContain("Where ships lie, and what they weigh.");
    expect(text).toContain("class BerthTaken(builtins.Exception)");
  });

  // A page of the rustc book, MIT OR Apache-2.0, as mdBook made it; scripts and icons are taken out.
  it.each([500, 2_000])(
    "has the text of an mdBook page beside its toggles and menus at %d tokens",
    (maxTokens) => {
      const text = evidenceOf(
        ["web-page", "mdbook"],
        maxTokens,
        "curl -s https://doc.example/jobserver.html",
      );
      expect(text).toContain("Integration with build systems");
      expect(text).toContain("rustc will coordinate with the build system calling it");
      expect(text).toContain("MAKEFLAGS=--jobserver-auth=3,4");
      expect(text).not.toMatch(/Change theme|<svg|Ayu/);
    },
  );

  it.each([
    '<input id="menu-toggle">',
    '<img class="banner" src="a.png">',
    '<link class="nav">',
    "<hr class='menu'>",
  ])("goes on after %s, which has no content", (element) => {
    const text = pageEvidence(`<div>${element}<h1>Depths</h1>${paragraphs(0, 80)}</div>`, 500);
    expect(text).toContain("Depths");
    expect(text).toContain(sentence(1));
  });

  it("shows the content of a page that lies in a form or under a class of navigation", () => {
    for (const open of ["<form>", '<div class="page has-sidebar">', '<div id="menu">', "<aside>"]) {
      const text = pageEvidence(`<nav>${links(40)}</nav>${open}${paragraphs(0, 80)}`, 500);
      expect(text).toContain(sentence(2));
      expect(text).not.toContain("Chapter about page 7");
    }
  });

  it("shows the menu of a page that has little else", () => {
    const text = pageEvidence(`<h1>Contents</h1><nav><ul>${links(200)}</ul></nav>`, 1_000);
    expect(text).toContain("Contents");
    expect(text).toContain("Chapter about page 30");
  });

  it("shows a page of one long text as far as there is room", () => {
    const lines = Array.from({ length: 600 }, (_, index) => sentence(index)).join("\n");
    const text = pageEvidence(`<pre>${lines}</pre>`, 10_000);
    expect(text).toContain(sentence(0));
    expect(text).toContain(sentence(400));
  });
});
