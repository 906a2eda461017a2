import type { Page } from "playwright-core";
import { expect } from "vitest";

const WIDE = 390;

/** What is told of the request under the pointer is whole in sight, also in a narrow picture. */
export async function tellsARequestOnAPhone(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: WIDE, height: 900 });
  const chart = page.locator(".chart svg");
  await expect.poll(() => chart.getAttribute("width").then(Number), { timeout: 30_000 }).toBeLessThan(WIDE);
  for (const x of [120, 190, 250]) {
    await chart.hover({ position: { x, y: 230 } });
    const tip = await page.locator(".tip").boundingBox();
    expect(tip?.x).toBeGreaterThanOrEqual(0);
    expect((tip?.x ?? 0) + (tip?.width ?? 0)).toBeLessThanOrEqual(WIDE);
  }
  await page.setViewportSize(before);
}
