import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseSettings } from "./parse-settings.js";
import { allowedText, fieldProblem } from "./setting-field.js";
import { SETTING_FIELDS } from "./setting-fields.js";
import { fileName } from "./setting-name.js";
import { SETTING_PATHS } from "./setting-paths.js";
import { DEFAULT_SETTINGS } from "./settings.js";

const documentation = await readFile(new URL("../../../../docs/configuration.md", import.meta.url), "utf8");

function defaultOf(path: string): unknown {
  let value: unknown = DEFAULT_SETTINGS;
  for (const key of path.split(".")) {
    const name = Object.keys(value as object).find((candidate) => fileName(candidate) === key);
    value = name === undefined ? undefined : (value as Record<string, unknown>)[name];
  }
  return value;
}

function shownDefault(value: unknown): string {
  return value === undefined ? "none" : `\`${JSON.stringify(value).replaceAll(",", ", ")}\``;
}

describe("docs/configuration.md", () => {
  it("lists exactly the keys that exist, with what they allow and their defaults", () => {
    const documented = Array.from(documentation.matchAll(/^\| (`[^|]*`) \| ([^|]*) \| ([^|]*) \|/gm), (row) =>
      row.slice(1, 4).join(" | "),
    );
    const existing = [
      ...Array.from(SETTING_PATHS, ([path, field]) =>
        [`\`${path}\``, allowedText(field), shownDefault(defaultOf(path))].join(" | "),
      ),
      ...Object.entries(SETTING_FIELDS.model).map(([name, field]) =>
        [`\`models.<name>.${fileName(name)}\``, allowedText(field), "none"].join(" | "),
      ),
    ];
    expect(documented.sort()).toEqual(existing.sort());
  });

  it("shows YAML that loads", () => {
    const samples = Array.from(documentation.matchAll(/```yaml\n([\s\S]*?)```/g), (match) => match[1] ?? "");
    expect(samples.length).toBeGreaterThan(1);
    for (const sample of samples) expect(() => parseSettings(parse(sample))).not.toThrow();
  });
});

describe("setting fields", () => {
  it("allow their own defaults", () => {
    for (const [path, field] of SETTING_PATHS) {
      const value = defaultOf(path);
      if (value !== undefined) expect([path, fieldProblem(field, value)]).toEqual([path, undefined]);
    }
  });

  it("refuse a value of every other type", () => {
    for (const [path, field] of SETTING_PATHS) {
      for (const value of [null, {}, Number.NaN, "", "\0"]) {
        expect([path, value, fieldProblem(field, value)]).toEqual([path, value, allowedText(field)]);
      }
    }
  });
});
