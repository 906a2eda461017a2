import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "../packages/plimsoll/src/errors/error-codes.js";
import { readRepositoryFile } from "./source-files.js";

/** The sections of the page by heading; a heading that comes twice is twice in the list. */
function sections(page: string): [heading: string, body: string][] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const end = section.indexOf("\n");
      return [section.slice(0, end).trim(), section.slice(end)];
    });
}

const documented = sections(readRepositoryFile("docs/errors.md"));

describe("docs/errors.md", () => {
  it("has exactly one heading for each error code", () => {
    expect(documented.map(([heading]) => heading).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });

  it.each(documented)("says of %s what it means, what details it carries and what to do", (_, body) => {
    for (const label of ["Means", "Details", "What to do"]) {
      expect(body).toMatch(new RegExp(`^\\*\\*${label}\\.\\*\\* \\S`, "m"));
    }
  });
});
