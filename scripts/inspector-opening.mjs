// How long the inspector takes to show a session of 10,000 items, beside one of a single item, opened in turns in the same browser:
// `node scripts/inspector-opening.mjs [TIMES]`. Needs the build and a Chromium (see scripts/find-chromium.mjs).
import { chromium } from "playwright-core";
import { findChromium } from "./find-chromium.mjs";
import { serveInspector } from "./serve-inspector.mjs";

const times = Number(process.argv[2] ?? 9);
const executablePath = findChromium();
if (executablePath === undefined) {
  console.log("inspector-opening: skipped, because there is no Chromium here");
  process.exit(0);
}
const key = "key-of-the-measurement";
const { manager, server, url } = await serveInspector(key);
const item = (index) => ({
  type: "message",
  role: index % 2 === 0 ? "user" : "assistant",
  content: `Message ${index}: ${"words ".repeat(index % 30)}`,
});
await manager.decide("one", [item(0)]);
const long = Array.from({ length: 10_000 }, (_, index) => item(index));
await manager.decide("long", long, { maxContextTokens: 10_000_000 });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 120_000 });

/** From the address to the first item, in a page of its own. */
async function opened(session) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto(`${url}/inspector/#key=${key}&/sessions/${session}/transcript`);
  await page.locator(".item:not(.skeleton)").first().waitFor({ timeout: 120_000 });
  const took = performance.now() - start;
  await context.close();
  return took;
}

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
await opened("one");
await opened("long");
const [one, many] = [[], []];
for (let turn = 0; turn < times; turn++) {
  one.push(await opened("one"));
  many.push(await opened("long"));
}
const ratios = one.map((took, turn) => many[turn] / took);
console.log(`1 item: ${Math.round(median(one))} ms`);
console.log(`10,000 items: ${Math.round(median(many))} ms`);
console.log(`ratio: ${median(ratios).toFixed(2)} (at most 2)`);
await browser.close();
await server.close();
await manager.close();
process.exit(median(ratios) <= 2 ? 0 : 1);
