import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startGateway } from "plimsoll-gateway";
import { expect } from "vitest";

const SLOW = { timeout: 30_000 };

const startPlayground = (port: number) =>
  startGateway({
    cwd: mkdtempSync(join(tmpdir(), "plimsoll-playground-")),
    environment: {},
    port,
    log: { request: () => {}, say: () => {} },
  });

/** Sends long texts in the playground of a real gateway until it compacts, and tries every command. */
export async function watchPlayground(page: Page, accessible: () => Promise<void>): Promise<void> {
  let gateway = await startPlayground(0);
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
    await page.getByLabel("Compact at").selectOption("6000");
    const first = await height();
    await page.evaluate(`(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts += entry.value;
    }).observe({ type: "layout-shift" });
  })()`);
    await page.getByRole("button", { name: "Send a long text" }).focus();
    for (let count = 1; count <= 4; count++) {
      // It keeps the focus, so that it can be pressed again.
      await page.keyboard.press("Enter");
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
    await staysWhereItWas(page);
    gateway = await goesOnAfter(gateway, page);
  } finally {
    await gateway.close();
  }
}

type Gateway = Awaited<ReturnType<typeof startGateway>>;

/** Whoever looks at a compaction and comes back, or loads the page again, finds the chat as it was. */
async function staysWhereItWas(page: Page): Promise<void> {
  const said = () => page.locator(".chat-log").textContent();
  await page.locator(".bubble.compacted").first().waitFor();
  const before = await said();
  await page.locator(".chat-log .divider a").last().click();
  await page.getByRole("heading", { name: /^Compaction v/ }).waitFor();
  await page.goBack();
  await expect.poll(said, SLOW).toBe(before);
  await page.reload();
  await expect.poll(said, SLOW).toBe(before);
  expect(await page.getByLabel("Compact at").inputValue()).toBe("6000");
}

/** The server goes away while the page is open, and comes back. */
async function goesOnAfter(gateway: Gateway, page: Page): Promise<Gateway> {
  const port = Number(new URL(gateway.url).port);
  await gateway.close();
  await page.getByText(/^The server has not answered since/).waitFor();
  await page.getByPlaceholder(/compact NOTE/).fill("Are you there?");
  await page.keyboard.press("Enter");
  await page.getByText("No answer: The server does not answer.").waitFor();
  const again = await startPlayground(port);
  await page.getByText(/^The server has not answered since/).waitFor({ state: "detached" });
  await page.getByPlaceholder(/compact NOTE/).fill("And now?");
  await page.keyboard.press("Enter");
  await page.locator(".bubble.assistant", { hasText: "And now?" }).waitFor();
  await page.getByRole("button", { name: "New chat" }).click();
  await expect.poll(() => page.locator(".bubble").count(), SLOW).toBe(0);
  return again;
}
