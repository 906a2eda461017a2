import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Goes through every view of a session in half the room, for somebody who wants nothing to move. */
export async function fitsAtTwiceItsSize(page: Page, go: (view: string) => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 640, height: 450 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [view, shown] of [
    ["sessions", "table.sessions"],
    ["sessions/work/load-line", ".chart svg"],
    ["sessions/work/transcript", ".item"],
    ["sessions/work/window", ".item"],
    ["sessions/work/compactions", ".summary-said"],
    ["sessions/work/ledgers", ".ledger"],
    ["sessions/work/artifacts", ".artifact-list"],
    ["sessions/work/compare", "fieldset"],
  ] as const) {
    await go(view);
    await page.locator(shown).first().waitFor();
    const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect({ view, wide }).toEqual({ view, wide: 0 });
    const moving = await page.evaluate("document.getAnimations().length");
    expect({ view, moving }).toEqual({ view, moving: 0 });
  }
  await page.emulateMedia({ reducedMotion: null });
  await page.setViewportSize({ width: 1280, height: 900 });
}
