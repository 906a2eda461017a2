// From starting `compactctl mcp` to the list of its tools, as a client waits for it; against a Node that does nothing.
import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { costs } from "./row.mjs";
import { interleave } from "./timing.mjs";

const COMPACTCTL = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));
const CLIENT = { name: "bench", version: "1" };
const MESSAGES = [
  {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: CLIENT },
  },
  { method: "notifications/initialized" },
  { id: 2, method: "tools/list" },
];

function start(args) {
  return spawn(process.execPath, args, { cwd: tmpdir(), stdio: ["pipe", "pipe", "inherit"] });
}

function nothing() {
  return new Promise((resolve) => start(["-e", "0"]).on("close", resolve));
}

function toolsListed() {
  return new Promise((resolve, reject) => {
    const server = start([COMPACTCTL, "mcp"]);
    let answers = "";
    server.on("error", reject);
    server.stdout.on("data", (chunk) => {
      answers += chunk;
      if (!answers.includes("recall_search")) return;
      server.kill();
      resolve();
    });
    for (const message of MESSAGES) server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  });
}

export default async function mcpStart({ quick }) {
  const samples = await interleave(
    [
      { name: "mcp", run: toolsListed },
      { name: "node", run: nothing },
    ],
    { rounds: quick ? 5 : 15 },
  );
  return [
    costs({
      name: "compactctl mcp, until its tools are listed",
      subject: samples.mcp,
      baseline: samples.node,
      against: "node -e 0",
      goal: ["at most", 3],
    }),
  ];
}
