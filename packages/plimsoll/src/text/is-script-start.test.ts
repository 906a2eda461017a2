import { expect, it } from "vitest";
import { isScriptStart } from "./is-script-start.js";

it.each([
  ["> @acme/ui@0.23.2 check", true],
  ["> site@1.0.0 build /srv/site", true],
  ["> the quoted words of ada@3pm said so", false],
  ["> tsc --noEmit", false],
  ["site@1.0.0 build", false],
])("knows the line that begins a script: %s", (line, isStart) => {
  expect(isScriptStart(line)).toBe(isStart);
});
