import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { startGateway } from "plimsoll-gateway";
import { expect } from "vitest";

/** A model whose first answer is cut at its length; the second request fails, and the third is answered. */
async function startModel() {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = "";
    incoming.on("data", (part: Buffer) => (body += part.toString()));
    incoming.on("end", () => {
      if (incoming.method === "GET") return outgoing.end('{"object":"list","data":[]}');
      asked.push(body);
      if (asked.length === 2) return outgoing.writeHead(400).end('{"error":{"message":"The tide is out."}}');
      const choice = { index: 0, delta: { content: "Half a word" }, finish_reason: "length" };
      const chunk = { id: "c", object: "chat.completion.chunk", model: "m", choices: [choice] };
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      return outgoing.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { asked, server, port: (server.address() as AddressInfo).port };
}

/** What the user saw of an answer the model sees too; what the model's server says is shown. */
export async function keepsCutAnswers(page: Page): Promise<void> {
  const { asked, server, port } = await startModel();
  const cwd = mkdtempSync(join(tmpdir(), "plimsoll-playground-"));
  const upstream = `{ vendor: generic, base_url: "http://127.0.0.1:${port}/v1" }`;
  writeFileSync(
    join(cwd, "plimsoll.config.yaml"),
    `gateway:\n  upstreams:\n    local: ${upstream}\n  routes:\n    m: { upstream: local, window: 8000 }\n`,
  );
  const log = { request: () => {}, say: () => {} };
  const gateway = await startGateway({ cwd, environment: {}, port: 0, log });
  try {
    await page.goto(`${gateway.url}/inspector/#/playground`);
    const send = async (text: string): Promise<void> => {
      await page.getByPlaceholder(/compact NOTE/).fill(text);
      await page.keyboard.press("Enter");
    };
    await send("One");
    await page.locator(".bubble .markdown", { hasText: "Half a word" }).waitFor();
    await send("Two");
    await page.getByText("No answer: The tide is out.").waitFor();
    await send("Three");
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(3);
    expect(asked[2]).toMatch(/One.*Half a word.*Two.*Three/s);
  } finally {
    await gateway.close();
    server.closeAllConnections();
    server.close();
  }
}
