import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("../scripts/count-tests.mjs", import.meta.url));
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "count-tests-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function counted(report?: object): string {
  const path = join(folder, "report.json");
  if (report !== undefined) writeFileSync(path, JSON.stringify(report));
  return execFileSync(process.execPath, [script, path], { encoding: "utf8" }).trim();
}

const loaded = { status: "failed", assertionResults: [{}] };
const notLoaded = { status: "failed", assertionResults: [] };

describe("scripts/count-tests.mjs", () => {
  it("prints passed and failed tests", () => {
    expect(counted({ numPassedTests: 7, numFailedTests: 2, testResults: [loaded] })).toBe("7 2");
  });

  it("counts a test file that does not load as one failure", () => {
    expect(counted({ numPassedTests: 7, numFailedTests: 0, testResults: [notLoaded] })).toBe("7 1");
  });

  it("counts a run without tests as one failure", () => {
    expect(counted({ numPassedTests: 0, numFailedTests: 0, testResults: [] })).toBe("0 1");
  });

  it("counts a missing report as one failure", () => {
    expect(counted()).toBe("0 1");
  });
});
