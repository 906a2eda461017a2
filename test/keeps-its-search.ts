import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A search for "harbour" with a warning, which nothing fits, is an address like any other; the list itself is one without. */
export async function keepsItsSearch(page: Page): Promise<void> {
  await page.reload();
  await page.getByText("No session fits this search.").waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("harbour");
  expect(page.url()).toContain("#/sessions?text=harbour&filter=warned");
  await page.getByRole("link", { name: "Sessions" }).click();
  await page.locator("table.sessions tbody tr").first().waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("");
}
