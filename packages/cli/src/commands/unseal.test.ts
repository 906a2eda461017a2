import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startGateway } from "plimsoll-gateway";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";

const RULE = "Never touch config/prod.yaml.";
const CONFIG = `gateway:
  upstreams:
    here: { vendor: generic, base_url: "http://127.0.0.1:1/v1" }
  routes:
    kimi: { upstream: here, window: 16000, output_reserve: 1000 }
`;

/** An item that a gateway with the key file of this folder made. */
async function sealedItem(cwd: string, more = ""): Promise<string> {
  await writeFile(join(cwd, "plimsoll.config.yaml"), CONFIG + more);
  const log = { request: () => undefined, say: () => undefined };
  const gateway = await startGateway({ cwd, environment: {}, port: 0, log });
  onTestFinished(() => gateway.close());
  const history = Array.from({ length: 30 }, (_, step) => [
    { role: "assistant", content: `Step ${step}. ${"I looked at the build and found nothing. ".repeat(40)}` },
    { role: "user", content: `And step ${step + 1}?` },
  ]).flat();
  const input = [{ role: "user", content: RULE }, ...history, { type: "compaction_trigger" }];
  const answer = await fetch(`${gateway.url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "kimi", store: false, input }),
  });
  const { output } = (await answer.json()) as { output: { encrypted_content: string }[] };
  return output[0]?.encrypted_content ?? "";
}

describe("compactctl unseal", () => {
  it("shows what an item holds, from the item itself or from any file that has it", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const sealed = await sealedItem(cwd);
    const shown = await runCompactctl(["unseal", sealed], { cwd });
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain("trigger on kimi at here");
    expect(shown.stdout).toContain(RULE);
    const line = JSON.stringify({
      type: "response_item",
      payload: { type: "compaction", encrypted_content: sealed },
    });
    await writeFile(join(cwd, "rollout.jsonl"), `{"type":"session_meta"}\n${line}\n`);
    const json = await runCompactctl(["unseal", "rollout.jsonl", "--json"], { cwd });
    const { items } = JSON.parse(json.stdout) as {
      items: { tenant: string; compaction: { summary: string } }[];
    };
    expect(items).toMatchObject([
      { tenant: "local", compaction: { object: "compaction", origin: "trigger" } },
    ]);
  });

  it("says of a reference what it is and where to look", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const sealed = await sealedItem(cwd, "  compaction: { items: reference }\n");
    const shown = await runCompactctl(["unseal", sealed], { cwd });
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toMatch(/^cmp_\w+ of 20.*tenant local.*GET \/v1\/compactions\/cmp_/u);
    const json = await runCompactctl(["unseal", sealed, "--json"], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      items: [{ tenant: "local", compaction: null, reference: {} }],
    });
  });

  it("says plainly what does not open, and makes no key of its own", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const sealed = await sealedItem(cwd);
    const other = await temporaryFolder(onTestFinished);
    const missing = await runCompactctl(["unseal", sealed], { cwd: other });
    expect(missing).toMatchObject({ code: 2 });
    expect(missing.stderr).toContain("gateway-sealing-keys");
    await expect(readFile(join(other, ".compact", "gateway-sealing-keys"))).rejects.toThrow();
    await mkdir(join(other, ".compact"));
    await writeFile(join(other, ".compact", "gateway-sealing-keys"), `k1:${"0".repeat(64)}\n`);
    const foreign = await runCompactctl(["unseal", sealed], { cwd: other });
    expect(foreign).toMatchObject({ code: 1, stdout: "" });
    expect(foreign.stderr).toContain("does not open");
    expect(await runCompactctl(["unseal", sealed, "--tenant", "eve"], { cwd })).toMatchObject({ code: 1 });
    const none = await runCompactctl(["unseal", "-"], { cwd, input: "nothing here" });
    expect(none).toMatchObject({ code: 2 });
  });
});
