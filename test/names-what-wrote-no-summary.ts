import type { Page } from "playwright-core";
import type { CompactManager } from "plimsoll";
import { expect } from "vitest";

/** A compaction before the first summary has the version 0, which tells people nothing. */
export async function namesWhatWroteNoSummary(
  page: Page,
  manager: CompactManager<object>,
  go: (view: string) => Promise<void>,
): Promise<void> {
  await manager.preflight("reads", readsOfOneFile());
  expect((await manager.transcript("reads")).compactions).toMatchObject([{ version: 0 }]);
  await go("sessions/reads/load-line");
  await page.locator(".flag-text", { hasText: /^without summary$/ }).waitFor();
  await page.locator(".mark-card", { hasText: "without summary" }).click();
  await page.getByRole("heading", { name: "Compaction without summary" }).waitFor();
}

/** Versions of one file, read one after the other: all but the newest give way, and no summary is needed for that. */
function readsOfOneFile(): object[] {
  const text = (version: number): string =>
    Array.from({ length: 300 }, (_, line) => `export const value${line} = "${version}.${line}";`).join("\n");
  const read = (version: number): object[] => [
    { type: "function_call", call_id: `c${version}`, name: "read_file", arguments: '{"path":"src/a.ts"}' },
    { type: "function_call_output", call_id: `c${version}`, output: text(version) },
  ];
  return [
    { type: "message", role: "user", content: "Improve the file." },
    ...[0, 1, 2, 3, 4].flatMap(read),
    { type: "message", role: "user", content: "Go on." },
  ];
}
