import { describe, expect, it } from "vitest";
import { classifyOutput } from "../../classify-output.js";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";
import { FOUND, JSON_ANSWERS, TEXT_ANSWERS } from "./search-answers-test-support.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const call = { callId: "c", name: "web_search", arguments: '{"query":"summer draught at berth"}' };
const ANSWERS = Object.entries({ ...JSON_ANSWERS, ...TEXT_ANSWERS });
const evidence = (text: string, maxTokens: number): string =>
  makeEvidence({ text, call }, { maxTokens, count }).text;

describe("evidence of the results of a search", () => {
  it.each(ANSWERS)("is recognised in the answer of %s", (_, text) => {
    expect(classifyOutput({ text, call })).toBe("web-search");
  });

  it.each(ANSWERS)("has title and address of each result of %s at 500 tokens", (_, text) => {
    const shown = evidence(text, 500);
    for (const { url } of FOUND) expect(shown).toContain(url);
    for (const { title } of FOUND) expect(shown).toContain(title);
  });

  it.each(ANSWERS)("has the best passage of each result of %s where there is room", (_, text) => {
    const shown = evidence(text, 1_500);
    for (const { url, best } of FOUND) {
      expect(shown).toContain(url);
      expect(shown).toContain(best);
    }
  });

  it.each(ANSWERS)("uses what it may for %s", (_, text) => {
    expect(count(evidence(text, 2_000))).toBeGreaterThan(1_600);
  });

  const results = Array.from({ length: 8 }, (_, index) => ({
    title: `Draught of berth ${index}`,
    url: `https://port-${index}.example.com/berths/${index}`,
    passage: `Berth ${index} is dredged in spring. `.repeat(20),
  }));
  it.each([
    [
      "a numbered list of links",
      results.map(({ title, url, passage }, index) => `${index + 1}. [${title}](${url})\n   ${passage}\n`),
    ],
    [
      "titles with their number above each address",
      results.map(({ title, url, passage }, index) => `${index + 1}. ${title}\n   ${url}\n   ${passage}\n`),
    ],
    [
      "elements",
      results.map(
        ({ title, url, passage }, index) =>
          `<result index="${index}">\n<source>${url}</source>\n<title>${title}</title>\n<content>${passage}</content>\n</result>`,
      ),
    ],
    [
      "fields with the number of their result",
      results.map(
        ({ title, url, passage }, index) =>
          `[${index + 1}] Title: ${title}\n[${index + 1}] URL Source: ${url}\n[${index + 1}] Date: 2026-05-01\n\n${passage}\n`,
      ),
    ],
  ])("is recognised in %s although nobody is known to have searched", (_, parts) => {
    const { kind, text } = makeEvidence({ text: parts.join("\n") }, { maxTokens: 500, count });
    expect(kind).toBe("web-search");
    for (const { title, url } of results) expect(text).toContain(`${title}\n${url}`);
    expect(text).not.toContain("<content>");
  });

  it("is not seen in a guide that lists links", () => {
    const text = results.map(({ title, url }, index) => `${index + 1}. [${title}](${url})`).join("\n");
    const read = { callId: "c", name: "read_file", arguments: '{"path":"docs/links.md"}' };
    expect(classifyOutput({ text: `# Links\n\n${text}\n`, call: read })).not.toBe("web-search");
  });

  it("has the answer and the mark of the next page, and says how many results there are", () => {
    const text = JSON.stringify({
      ...JSON.parse(JSON_ANSWERS["tavily"] ?? "{}"),
      answer: "Seven metres.",
      next_cursor: "c-42",
    });
    const shown = evidence(text, 500);
    expect(shown).toContain("answer: Seven metres.");
    expect(shown).toContain("next_cursor: c-42");
    expect(shown).toContain("20 results");
  });

  it("has what was found beside what an answer cites of it, once, and the answer before what is said of the search", () => {
    const found = FOUND.map(({ title, url }) => ({ type: "web_search_result", title, url }));
    const cited = FOUND.slice(0, 8).map(({ title, url, best }) => ({
      type: "text",
      text: `It is said: ${best}`,
      citations: [{ type: "web_search_result_location", url, title, cited_text: best }],
    }));
    const blocks = makeEvidence(
      { text: JSON.stringify([{ type: "web_search_tool_result", content: found }, ...cited]), call },
      { maxTokens: 700, count },
    ).text;
    expect(blocks).toContain("20 results");
    for (const { url } of FOUND) expect(blocks.split(url)).toHaveLength(2);
    expect(blocks).not.toContain("type=");
    const about = {
      id: "65f0",
      status: "Success",
      endpoint: "https://api.example/searches/65f0",
      created: "2026-01-01",
    };
    const service = JSON.stringify({
      search_metadata: about,
      answer_box: { type: "organic_result", title: "Draught", snippet: "The draught is seven metres." },
      organic: FOUND.map(({ title, url, text }) => ({ title, link: url, snippet: text })),
    });
    const shown = evidence(service, 500);
    expect(shown).toContain("The draught is seven metres.");
    expect(shown).not.toContain("search_metadata");
  });

  it("has a page once that another question of the answer quotes, but each part of a page that was found", () => {
    const results = FOUND.slice(0, 10).map(({ title, url, text }) => ({ title, link: url, snippet: text }));
    const questions = results.map((result) => ({ ...result, link: `${result.link}#quoted` }));
    const asked = JSON.stringify({ related_questions: questions, organic_results: results });
    const shown = evidence(asked, 500);
    expect(shown).toContain("; 10 results;");
    for (const { link } of results) expect(shown).toContain(`${link}\n`);
    const parts = results.map((result, index) => ({
      ...result,
      title: "Berths",
      link: `https://a.example/#${index}`,
    }));
    expect(evidence(JSON.stringify(parts), 500)).toContain("; 10 results;");
  });

  it("leaves out what nobody reads, such as ciphertext", () => {
    const encrypted = "EqgfCioIARgBIiQ3YTAwMjY1Mi1mZjM5LTQ1NGUtODgxNC1kNjNjNTk1ZWI3Y".repeat(40);
    const text = JSON.stringify(
      FOUND.map(({ title, url }) => ({
        type: "web_search_result",
        title,
        url,
        encrypted_content: encrypted,
      })),
    );
    const shown = evidence(text, 2_000);
    for (const { url } of FOUND) expect(shown).toContain(url);
    expect(shown).not.toContain("EqgfCioI");
  });

  // The shapes are those of two services, after their references; the results are ours.
  it.each([500, 10_000])("reads recorded shapes without knowing the call, at %d tokens", (maxTokens) => {
    for (const program of ["answer-json", "labelled-text"]) {
      const shown = evidenceOf(["web-search", program], maxTokens);
      expect(shown).toContain("https://pilots.example/rules/inner-roads");
      expect(shown).toContain("https://cargo.example/reefers");
      expect(shown).toContain("Crane wind limits");
    }
  });

  it("leaves a report whose last lines say where its writer is to be found", () => {
    const found = FOUND.map((_, index) => `line ${index} column 4 - Warning: missing </b> before <p>`);
    const links = FOUND.slice(0, 6).map(({ title, url }) => `${title}: ${url}`);
    const text = [...found, "Tidy found 720 warnings!", "", "https://port.example/", ...links].join("\n");
    expect(classifyOutput({ text })).toBe("command");
  });

  it("leaves records of an interface, logs and code with addresses to their own kinds", () => {
    const issues = FOUND.map(({ title }, index) => ({
      id: index,
      title,
      url: `https://api.example/issues/${index}`,
      html_url: `https://code.example/issues/${index}`,
      state: "open",
    }));
    expect(classifyOutput({ text: JSON.stringify(issues) })).toBe("json");
    const log = FOUND.map(({ url }, index) => `10:00:${index} GET ${url} 200 in ${index} ms`).join("\n");
    expect(classifyOutput({ text: log })).toBe("command");
    expect(classifyOutput({ text: log, call })).not.toBe("web-search");
  });

  it("is made in linear time of lines that look like fields, links and lists again and again", () => {
    const field = `Title:${" ".repeat(3_900)}b\u2028c\n`;
    const links = `${"[a](http://".repeat(360)}\n`;
    const lists = `${"[{".repeat(1_990)}\n`;
    const text = `url: https://a.example/1\n${(field + links + lists).repeat(300)}\nurl: https://b.example/2\n`;
    const shown = evidence(text, 500);
    expect(shown).toContain("https://a.example/1");
    expect(count(shown)).toBeLessThanOrEqual(500);
  });
});
