// Takes pictures of every view of the inspector, on a session that the engine compacted: `node scripts/inspector-screenshots.mjs OUT`.
// Needs the build and a Chromium (see scripts/find-chromium.mjs).
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { startGateway } from "plimsoll-gateway";
import { findChromium } from "./find-chromium.mjs";
import { openInspectedSession } from "./inspected-session.mjs";

const out = resolve(process.argv[2] ?? "screenshots");
mkdirSync(out, { recursive: true });
const executablePath = findChromium();
if (executablePath === undefined) {
  console.log("inspector-screenshots: skipped, because there is no Chromium here");
  process.exit(0);
}
const session = await openInspectedSession();
const gateway = await startGateway({
  cwd: session.folder,
  environment: {},
  port: 0,
  log: { request: () => {}, say: () => {} },
});
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"], timeout: 120_000 });

/** A page in a language and theme, of a size. */
async function open({ language = "en", theme = "light", width = 1120, height = 800, scale = 1 } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale });
  await context.addInitScript(
    ([chosen, look]) => {
      localStorage.setItem("plimsoll.language", chosen);
      localStorage.setItem("plimsoll.theme", look);
    },
    [language, theme],
  );
  return context.newPage();
}

async function shoot(name, view, options = {}) {
  const page = await open(options);
  page.on("pageerror", (error) => console.error(`${name}: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && console.error(`${name}: ${message.text()}`));
  await page.goto(
    `${session.url}/inspector/#key=${session.key}&/sessions/${encodeURIComponent(session.id)}/${view}`,
  );
  await page.waitForLoadState("networkidle", { timeout: 4000 }).catch(() => {});
  await options.before?.(page);
  await page.screenshot({ path: join(out, `${name}.png`), animations: "disabled" });
  await page.context().close();
}

const hover = async (page) => {
  await page.locator(".chart svg").waitFor();
  await page.locator(".chart svg").hover({ position: { x: 800, y: 230 } });
};
/** Views ask for what they show: wait until it is there. */
const shows = (selector) => (page) => page.locator(selector).first().waitFor({ timeout: 30_000 });
await shoot("load-line", "load-line", { height: 880, before: hover });
await shoot("load-line-dark", "load-line", { theme: "dark", height: 880, before: hover });
await shoot("load-line-zh-phone", "load-line", {
  language: "zh",
  width: 390,
  height: 844,
  before: shows(".chart svg"),
});
await shoot("transcript", "transcript", {
  before: async (page) => {
    await page.locator(".divider button").first().click();
    await page.locator(".item.compacted").first().waitFor();
  },
});
await shoot("transcript-zh-dark-phone", "transcript", {
  language: "zh",
  theme: "dark",
  width: 390,
  height: 844,
  before: shows(".item"),
});
await shoot("window", "window", { before: shows(".item") });
await shoot("compaction", "compactions", {
  height: 1000,
  before: (page) => page.locator(".summary-said.origin-state").nth(1).click(),
});
await shoot("compaction-dark-phone", "compactions", {
  theme: "dark",
  width: 390,
  height: 1400,
  before: shows(".summary-said"),
});
await shoot("ledgers", "ledgers", { height: 1100, before: shows(".ledger") });
await shoot("artifacts", "artifacts", {
  before: async (page) => {
    await page.getByRole("searchbox").fill("berth 41");
    await page.keyboard.press("Enter");
    await page.locator(".hits li").first().waitFor();
    await page.locator(".artifact-list a").first().click();
    await page.locator("pre.whole").waitFor();
  },
});
await shoot("compare", "compare", {
  height: 1500,
  before: async (page) => {
    await page.locator('[name="a.maxContextTokens"]').fill("6000");
    await page.locator('[name="b.maxContextTokens"]').fill("20000");
    await page.locator("form button.primary").click();
    await page.locator(".compared").waitFor({ timeout: 60_000 });
  },
});
await shoot("preview", "load-line", {
  before: async (page) => {
    await page.locator(".actions button.primary").click();
    await page.locator('[name="note"]').fill("Keep the berth numbers.");
    await page.locator('[name="target"]').fill("2500");
    await page.locator("dialog form button").nth(1).click();
    await page.locator("dialog textarea").waitFor({ timeout: 30_000 });
  },
});

const sessions = await open();
await sessions.goto(`${session.url}/inspector/#key=${session.key}`);
await sessions.locator("table.sessions").waitFor();
await sessions.screenshot({ path: join(out, "sessions.png") });

const chat = await open({ width: 1120, height: 800 });
await chat.goto(`${gateway.url}/inspector/#/playground`);
for (let text = 0; text < 5; text++) {
  await chat.locator(".composer button").last().click();
  await chat.locator(".bubble.assistant").nth(text).waitFor({ timeout: 30_000 });
  await chat.locator(".composer button.primary:enabled").waitFor({ timeout: 30_000 });
}
await chat.locator(".divider").first().waitFor({ timeout: 30_000 });
await chat.waitForTimeout(600);
await chat.screenshot({ path: join(out, "playground.png") });

await browser.close();
await gateway.close();
await session.close();
process.exit(0);
