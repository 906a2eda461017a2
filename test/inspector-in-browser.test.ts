import { AxeBuilder } from "@axe-core/playwright";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findChromium } from "../scripts/find-chromium.mjs";
import { serveInspector } from "../scripts/serve-inspector.mjs";
import { blankFrames } from "./blank-frames.js";
import { CHINESE_VIEWS } from "./chinese-views.js";
import { followsItsEnd } from "./follows-its-end.js";
import { fitsAtTwiceItsSize } from "./fits-at-twice-its-size.js";
import { hostileTexts } from "./hostile-texts.js";
import { insertedAsHtml } from "./inserted-as-html.js";
import { keepsCutAnswers } from "./keeps-cut-answers.js";
import { keepsItsSearch } from "./keeps-its-search.js";
import { namesWhatWroteNoSummary } from "./names-what-wrote-no-summary.js";
import { tellsARequestOnAPhone } from "./tells-a-request-on-a-phone.js";
import { watchPlayground } from "./watch-playground.js";

const executablePath: string | undefined = findChromium();
const isBuilt = existsSync(
  fileURLToPath(new URL("../packages/inspector/dist/app/index.html", import.meta.url)),
);
const KEY = "key-of-the-inspector-test";
const SLOW = { timeout: 30_000 };

const say = (role: string, text: string) => ({ type: "message", role, content: text });

const GROUNDS = { light: "rgb(244, 246, 245)", dark: "rgb(12, 23, 32)" } as const;
const GROUND = "getComputedStyle(document.body).backgroundColor";

describe.skipIf(executablePath === undefined || !isBuilt)(
  "the inspector in a browser (needs the build and Chromium: apt-get install chromium)",
  () => {
    let browser: Browser;
    let page: Page;
    let served: Awaited<ReturnType<typeof serveInspector>>;
    const errors: string[] = [];

    beforeAll(async () => {
      served = await serveInspector(KEY);
      browser = await chromium.launch({
        executablePath: executablePath!,
        args: ["--no-sandbox"],
        timeout: 120_000,
      });
      page = await newPage();
    });

    afterAll(async () => {
      await browser?.close();
      await served?.server.close();
      await served?.manager.close();
    });

    async function newPage(
      options: { language?: string; theme?: string; width?: number } = {},
    ): Promise<Page> {
      const { language = "en", theme = "light", width = 1280 } = options;
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        acceptDownloads: true,
        permissions: ["clipboard-read", "clipboard-write"],
      });
      await context.addInitScript(`if (location.protocol === "http:") {
        localStorage.setItem("plimsoll.language", ${JSON.stringify(language)});
        localStorage.setItem("plimsoll.theme", ${JSON.stringify(theme)});
      }`);
      const made = await context.newPage();
      made.setDefaultTimeout(30_000);
      made.on("pageerror", (error) => errors.push(error.message));
      made.on("console", (message) => {
        if (message.type() === "error" && !message.text().includes("Failed to load resource"))
          errors.push(message.text());
      });
      return made;
    }

    /** Within the page if it is open: loading it again tells nothing new. */
    const go = async (view: string, on: Page = page): Promise<void> => {
      if (on.url().startsWith(`${served.url}/inspector/`))
        await on.evaluate(`location.hash = ${JSON.stringify(`/${view}`)}`);
      else await on.goto(`${served.url}/inspector/#key=${KEY}&/${view}`);
    };

    const focused = (): Promise<string> => page.evaluate("document.activeElement.textContent");

    const asked = (path: string): Promise<Response> =>
      fetch(`${served.url}/v1/inspect/${path}`, { headers: { authorization: `Bearer ${KEY}` } });

    const themes = ["light", "dark"] as const;
    let views = 0;

    /** One view after the other in another theme; in a run in full, each in both. */
    async function accessible(on: Page = page): Promise<void> {
      const own = await on.evaluate<string>("document.documentElement.dataset.theme");
      for (const theme of FULL_SCALE ? themes : [themes[views++ % 2] ?? "light"]) {
        await on.evaluate(`document.documentElement.dataset.theme = "${theme}"`);
        // A page that did not change its colours would pass in any theme.
        expect(await on.evaluate(GROUND)).toBe(GROUNDS[theme]);
        const { violations } = await new AxeBuilder({ page: on }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      }
      await on.evaluate(`document.documentElement.dataset.theme = "${own}"`);
    }

    it("asks for the key, takes it out of the address, and lists, searches and filters sessions", async () => {
      await page.goto(`${served.url}/inspector/`);
      await page.getByLabel("Key").fill("wrong");
      await page.getByRole("button", { name: "Use this key" }).click();
      await page.getByText("The server refused this key.").waitFor();
      await page.getByLabel("Key").fill(KEY);
      await page.getByRole("button", { name: "Use this key" }).click();
      await page.locator("table.sessions tbody tr").first().waitFor();
      await accessible();
      await page.getByRole("searchbox").fill("harbour");
      await page.locator("table.sessions tbody tr").first().waitFor();
      await page.getByRole("button", { name: "With a warning" }).click();
      await page.getByText("No session fits this search.").waitFor();
      await keepsItsSearch(page);
      await page.goto("about:blank");
      await go("sessions");
      await page.locator("table.sessions").waitFor();
      expect(page.url()).not.toContain(KEY);
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("content");
    });

    it("draws the load line, moves along it by keys, opens a compaction, and saves the picture", async () => {
      await go("sessions/work/load-line");
      const chart = page.locator(".chart svg");
      await chart.waitFor();
      const { compactions } = await served.manager.transcript("work");
      expect(compactions.length).toBeGreaterThan(1);
      expect(await page.locator("[data-mark]").count()).toBe(compactions.length);
      await chart.focus();
      await page.keyboard.press("Home");
      expect(await chart.getAttribute("aria-valuetext")).toMatch(/^Request 1: /);
      await page.keyboard.press("ArrowRight");
      expect(await chart.getAttribute("aria-valuetext")).toMatch(/^Request 2: /);
      await page.locator(".tip", { hasText: "Request 2" }).waitFor();
      const saved = async (button: string): Promise<string> => {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: button }).click(),
        ]);
        return readFileSync(await download.path(), "latin1");
      };
      await tellsARequestOnAPhone(page);
      const svg = await saved("Save as SVG");
      expect(svg.slice(0, 8)).toContain("<svg");
      for (const word of ["Hard limit", "Trigger", "History", "Compaction", ">v<", "Cached share"])
        expect(svg.replaceAll(/>v\d+</g, ">v<")).toContain(word);
      expect(svg).not.toContain("class=");
      expect((await saved("Save as PNG")).slice(0, 8)).toContain("PNG");
      await page.getByText("The numbers as a table").click();
      const { points } = (await (await asked("sessions/work/load-line")).json()) as { points: unknown[] };
      const rows = page.locator("table.points tbody tr");
      await rows.first().waitFor();
      expect(await rows.count()).toBe(points.length);
      await accessible();
      await chart.focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowDown");
      expect(await chart.getAttribute("aria-valuetext")).toContain("Context compacted v1");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Compaction v1" }).waitFor();
      expect(page.url()).toContain("/compactions/cmp_");
    });

    it("explains a compaction: lines lead to items, facts to theirs, before stands beside after", async () => {
      await page.locator(".summary-said.origin-state").first().click();
      await page.locator(".source li button").first().click();
      const dialog = page.getByRole("dialog");
      await dialog.locator(".whole").waitFor();
      await dialog.getByRole("button", { name: "Wire JSON" }).click();
      await dialog.getByText('"type": "').first().waitFor();
      await page.keyboard.press("Escape");
      // Whoever closes it by key is where he was.
      expect(await page.evaluate("document.activeElement.closest('.source') !== null")).toBe(true);
      await page.getByRole("button", { name: /^retained/ }).click();
      await page.locator(".fact-list .text-button").first().click();
      await page.getByRole("dialog").locator(".whole").waitFor();
      await page.keyboard.press("Escape");
      await page.getByLabel("Only what changed").check();
      await page.locator(".pair.fate-removed").first().waitFor();
      expect(await page.getByText("compact.trigger_decision").count()).toBe(1);
      await accessible();
    });

    it("shows the whole conversation with dividers that open, and protects and releases an item", async () => {
      await go("sessions/work/transcript");
      const divider = page.locator(".divider").first();
      await divider.waitFor();
      expect(await divider.textContent()).toMatch(/Context compacted v1.*items left/);
      await divider.getByRole("button").click();
      await page.locator(".item.compacted").first().waitFor();
      const first = page.locator(".item").first();
      await first.getByRole("button", { name: "Protect" }).click();
      await first.getByText("protected").waitFor();
      await first.getByRole("button", { name: "Release" }).click();
      await first.getByRole("button", { name: "Protect" }).waitFor();
      await accessible();
      const id = await page.locator(".item.compacted").nth(1).getAttribute("data-item");
      await page.getByRole("button", { name: "Close all dividers" }).click();
      await expect.poll(() => page.locator(".item.compacted").count(), SLOW).toBe(0);
      await go(`sessions/work/transcript/${id}`);
      await page.locator(`.item.target[data-item="${id}"]`).waitFor();
    });

    it("shows a session as it grows, and says plainly what is empty and what is not there", async () => {
      const items = [say("user", "Count the buoys.")];
      await served.manager.decide("grows", items);
      await go("sessions/grows/transcript");
      await page.getByText("Count the buoys.").last().waitFor();
      const kept = `art_${"0a".repeat(16)}`;
      const block = `\n\n\`\`\`json\n{"log": "${kept}"}\n\`\`\``;
      await served.manager.decide("grows", [...items, say("assistant", `There are **nine**.${block}`)]);
      await page.locator(".item strong", { hasText: "nine" }).waitFor();
      expect(await page.locator(".md-code .code-string a.artifact").getAttribute("href")).toContain(kept);
      await page.getByRole("button", { name: "Plain text" }).click();
      await page.locator(".plain", { hasText: "**nine**" }).waitFor();
      await page.getByRole("button", { name: "Formatted" }).click();
      await followsItsEnd(page, async (text) => {
        items.push(say("user", text));
        await served.manager.decide("grows", items);
      });
      for (const [tab, text] of [
        ["Compactions", "No compaction yet."],
        ["Artifacts", "No large output was stored."],
      ] as const) {
        await page.getByRole("link", { name: tab }).click();
        await page.getByText(text).waitFor();
      }
      await go("sessions/none/window");
      await page.getByText("This could not be loaded.").waitFor();
      await page.getByText('There is no session "none" here.').waitFor();
      await accessible();
      await page.getByLabel("Language").selectOption("zh");
      await page.getByText("这里没有会话“none”。").waitFor();
      await go("sessions/grows/window");
      await page.getByRole("button", { name: "撤销" }).click();
      await page.getByText("没有可以撤销的压缩。").waitFor();
      await page.getByRole("button", { name: "立即压缩" }).click();
      await page.getByLabel("目标词元数").fill("9000");
      await page.getByRole("dialog").getByRole("button", { name: "预览" }).click();
      await page.getByRole("dialog").getByText("没有压缩：内容已在 9,000 词元之内。").waitFor();
      await page.keyboard.press("Escape");
      await page.getByLabel("语言").selectOption("en");
    });

    it("shows the exact window with a reason for each item", async () => {
      await go("sessions/work/window");
      await page.locator(".tag.reason").first().waitFor();
      const reasons = await page.locator(".tag.reason").allTextContents();
      expect(reasons).toContain("the user's own words");
      const window = await served.manager.window("work");
      expect(await page.locator(".summary-line b").textContent()).toBe(`${window.length} items`);
      const wire = await (await asked("sessions/work/window/raw")).text();
      expect(JSON.parse(wire)).toHaveLength(window.length);
      await page.getByRole("button", { name: "Copy as JSON" }).click();
      await page.getByText(/^Copied: /).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(wire);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download JSON" }).click(),
      ]);
      expect(readFileSync(await download.path(), "utf8")).toBe(wire);
      await accessible();
    });

    it("takes a rule back, searches as the agent does, reads and saves an artifact", async () => {
      await go("sessions/work/ledgers");
      const rules = page.getByRole("region", { name: "Rules" });
      await rules.locator("li").first().waitFor();
      const before = await rules.locator("li").count();
      await rules.getByRole("button", { name: "Take back" }).first().focus();
      await page.keyboard.press("Enter");
      await page.getByText("The rule no longer holds.").waitFor();
      await expect.poll(() => rules.locator("li").count(), SLOW).toBe(before - 1);
      expect(await focused()).toBe("Take back");
      await accessible();
      await go("sessions/work/artifacts");
      await page.getByRole("searchbox").fill("tide sensor lost");
      await page.keyboard.press("Enter");
      await page.locator(".hits li").first().waitFor();
      await page.locator(".artifact-list a").first().click();
      await page.locator("pre.whole").waitFor();
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText(/Lines 201 to/).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download" }).click(),
      ]);
      expect(readFileSync(await download.path(), "utf8").split("\n").length).toBe(4000);
      await accessible();
    });

    it("compacts with a note, previews, approves an edited summary, undoes and redoes", async () => {
      await go("sessions/work/compactions");
      const list = page.locator(".side a");
      await list.first().waitFor();
      const before = await list.count();
      await page.getByRole("button", { name: "Compact now" }).click();
      await page.getByLabel("Note").fill("Keep the berths.");
      await page.getByLabel("Target in tokens").fill("4000");
      await page.getByRole("button", { name: "Preview" }).click();
      const summary = page.locator("dialog textarea");
      await summary.waitFor();
      await summary.fill(
        `${(await summary.inputValue()).slice(0, 2000)}\nThe pilot boards at the outer buoy.`,
      );
      await accessible();
      await summary.press("Tab");
      expect(await focused()).toBe("Approve");
      await page.keyboard.press("Enter");
      await page.locator(".actions > .outcome", { hasText: "Compacted as approved" }).waitFor();
      await expect.poll(() => list.count(), SLOW).toBe(before + 1);
      await page.getByText("outer buoy").first().waitFor();
      // Whoever uses keys is never sent back to the top of the page.
      expect(await focused()).toBe("Compact now …");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.locator(".side a.undone").waitFor();
      expect(await focused()).toBe("Undo");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator(".side a.undone").count(), SLOW).toBe(0);
      await page.evaluate("sessionStorage.setItem('plimsoll.key', 'another key')");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.locator(".actions > .outcome.red").waitFor();
      await page.evaluate(`sessionStorage.setItem("plimsoll.key", ${JSON.stringify(KEY)})`);
      expect(await page.locator(".side a.undone").count()).toBe(0);
    });

    it("names a compaction that wrote no summary by that", () =>
      namesWhatWroteNoSummary(page, served.manager, go));

    it("compares two budgets side by side", async () => {
      await go("sessions/work/compare");
      await page.locator('[name="a.maxContextTokens"]').fill("6000");
      await page.locator('[name="b.maxContextTokens"]').fill("40000");
      await page.locator("form button.primary").click();
      await page.getByRole("heading", { name: "Hand-off" }).waitFor();
      expect(await page.locator(".compared svg").count()).toBe(2);
      expect(await page.locator("table.numbers tbody tr").count()).toBe(10);
      await accessible();
    });

    it.runIf(FULL_SCALE)("speaks Chinese, in the dark, on a phone, and is as accessible there", async () => {
      const phone = await newPage({ language: "zh", theme: "dark", width: 390 });
      for (const [view, word] of CHINESE_VIEWS) {
        await go(view, phone);
        await phone.getByText(word).first().waitFor();
        const [background, lang, overflow] = await phone.evaluate<[string, string, number]>(
          "[getComputedStyle(document.body).backgroundColor, document.documentElement.lang, document.documentElement.scrollWidth - innerWidth]",
        );
        expect({ background, lang, overflow }).toEqual({
          background: "rgb(12, 23, 32)",
          lang: "zh-CN",
          overflow: 0,
        });
        await accessible(phone);
      }
      await phone.context().close();
    });

    it("fits a page at twice its size, and moves nothing for whoever wants that", () =>
      fitsAtTwiceItsSize(page, go));

    it("shows hostile content as text, under a policy that lets nothing of it act", async () => {
      await served.manager.decide("hostile <b>id</b>/\u202e", [
        ...hostileTexts.map((text, index) => say(index % 2 === 0 ? "user" : "assistant", text)),
        { type: "function_call", call_id: "c", name: "<img onerror=x>", arguments: hostileTexts[0] },
        { type: "function_call_output", call_id: "c", output: hostileTexts[0] },
      ]);
      const policy = (await fetch(`${served.url}/inspector/`)).headers.get("content-security-policy");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain("unsafe");
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(request.url()));
      await go(`sessions/${encodeURIComponent("hostile <b>id</b>/\u202e")}/transcript`);
      await page.getByText("<script>window.pwned = 1</script>").first().waitFor();
      await page.getByText("␛[31mred").waitFor();
      await page.getByText("⟦U+202E⟧gnp.exe").waitFor();
      await page.getByText("half ⟦U+D83D⟧ of a character").waitFor();
      await page.locator(".markdown .md-code .code-keyword", { hasText: "const" }).waitFor();
      await page.locator(".markdown td", { hasText: "<b onclick='window.pwned = 1'>x</b>" }).waitFor();
      await page.getByText("inert (javascript:window.pwned=1)").waitFor();
      expect(await page.locator('main a:not([href^="#"])').count()).toBe(0);
      await page.locator(".item", { hasText: "one line" }).getByRole("button", { name: "Open" }).click();
      await page.getByRole("dialog").getByText("5,000,013 characters").waitFor();
      await page.keyboard.press("Escape");
      expect(await page.evaluate("typeof window.pwned")).toBe("undefined");
      expect(await page.locator("main script, main img, main [onclick]").count()).toBe(0);
      expect(loaded.filter((url) => !url.startsWith(served.url))).toEqual([]);
      expect(await insertedAsHtml(page)).toBe("TypeError");
      const isBlocked = (text: string): boolean => text.includes("TrustedHTML");
      await expect.poll(() => errors.some(isBlocked), SLOW).toBe(true);
      errors.splice(errors.findIndex(isBlocked), 1);
    });

    it.runIf(FULL_SCALE)(
      "scrolls through 10,000 items without a blank frame, with few of them in the page",
      async () => {
        const long = Array.from({ length: 10_000 }, (_, index) =>
          say(index % 2 === 0 ? "user" : "assistant", `Message ${index}: ${"words ".repeat(index % 30)}`),
        );
        await served.manager.decide("long", long, { maxContextTokens: 10_000_000 });
        await go("sessions/long/transcript");
        await page.locator(".item").first().waitFor();
        const blank = await blankFrames(page);
        expect(blank).toBe(0);
        expect(await page.locator("main *").count()).toBeLessThan(1500);
        await expect.poll(() => page.locator(".item.skeleton").count(), SLOW).toBe(0);
      },
    );

    it("shows compaction happen in the playground of a real gateway", () =>
      watchPlayground(page, accessible));

    it("keeps in the playground what was said of an answer that was cut", () => keepsCutAnswers(page));

    it("reports no error of its own on any of these pages", () => {
      expect(errors).toEqual([]);
    });
  },
);
