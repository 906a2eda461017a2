import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SESSION_ROUTES } from "../packages/inspector/src/answer-inspection.js";

const docs = readFileSync(fileURLToPath(new URL("../docs/inspector.md", import.meta.url)), "utf8");

/** The requests of the table, without their parameters: `{id}` and the like are `*`. */
const documented = [...docs.matchAll(/^\| `(GET|POST) ([^`?]+)[^`]*` \|/gm)].map(
  ([, method, path]) => `${method} ${path?.replaceAll(/\{\w+\}/g, "*")}`,
);

describe("the API of the inspector", () => {
  it("has every route that is documented, and documents every route that it has", () => {
    const own = SESSION_ROUTES.map((route) => {
      const [method, path] = route.split(" ");
      return `${method} sessions/*${path === undefined ? "" : `/${path}`}`;
    });
    expect(documented.toSorted()).toEqual([...own, "GET sessions", "GET events"].toSorted());
  });
});
