import type { Page } from "playwright-core";
import { expect } from "vitest";

const SLOW = { timeout: 30_000 };

/** A transcript that is read at its end goes on with what comes; one that is read further up stays where it is. */
export async function followsItsEnd(page: Page, grow: (text: string) => Promise<void>): Promise<void> {
  for (let line = 0; line < 30; line++) await grow(`Buoy ${line} lies off the harbour.`);
  await page.getByText("31 items").waitFor();
  await page.getByRole("button", { name: "To the newest" }).click();
  await page.getByText("Buoy 29 lies").waitFor();
  const scrolled = () => page.evaluate<number>("document.querySelector('.scroller').scrollTop");
  const rest = () =>
    page.evaluate<number>(
      "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector('.scroller'))",
    );
  await expect.poll(rest, SLOW).toBeLessThan(24);
  await grow("The last buoy is seen.");
  await page.getByText("The last buoy is seen.").waitFor();
  await expect.poll(rest, SLOW).toBeLessThan(24);
  await page.evaluate("document.querySelector('.scroller').scrollTop = 500");
  await expect.poll(scrolled, SLOW).toBe(500);
  await grow("One more buoy.");
  await page.getByText("33 items").waitFor();
  expect(await scrolled()).toBe(500);
}
