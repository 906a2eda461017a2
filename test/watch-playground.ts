import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startGateway } from "plimsoll-gateway";
import { expect } from "vitest";

const SLOW = { timeout: 30_000 };

/** Sends long texts in the playground of a real gateway until it compacts, and tries every command. */
export async function watchPlayground(page: Page, accessible: () => Promise<void>): Promise<void> {
  const gateway = await startGateway({
    cwd: mkdtempSync(join(tmpdir(), "plimsoll-playground-")),
    environment: {},
    port: 0,
    log: { request: () => {}, say: () => {} },
  });
  try {
    await page.goto(`${gateway.url}/inspector/#/playground`);
    const height = () =>
      page.locator(".chat-log").evaluate((log: { clientHeight: number }) => log.clientHeight);
    const send = async (text: string): Promise<void> => {
      await page.getByPlaceholder(/compact NOTE/).fill(text);
      await page.keyboard.press("Enter");
    };
    const answers = page.locator(".bubble.assistant");
    await page.locator(".composer").waitFor();
    const first = await height();
    await page.evaluate(`(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += entry.value;
    }).observe({ type: "layout-shift" });
  })()`);
    for (let count = 1; count <= 4; count++) {
      await page.getByRole("button", { name: "Send a long text" }).click();
      await expect.poll(() => answers.count(), SLOW).toBe(count);
      await page.locator(".composer button.primary:enabled").waitFor();
    }
    expect(await height()).toBe(first);
    expect(await page.evaluate("window.shifts")).toBe(0);
    await page.locator(".divider").first().waitFor();
    await page.locator(".bubble.compacted").first().waitFor();
    await page.locator(".chat-line [data-mark]").first().waitFor();
    await send("/remember");
    await page.getByText(/The model sees \d+ items/).waitFor();
    await send("/undo");
    await page.getByText(/was undone/).waitFor();
    await send("/compact keep berth 7");
    await page.getByText(/^Compacted: [\d,]+ → [\d,]+ tokens/).waitFor();
    await accessible();
  } finally {
    await gateway.close();
  }
}
