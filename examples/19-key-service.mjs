// The archive is sealed by data keys, and a key service over HTTP wraps them: what a cloud KMS does.
// Run: node examples/19-key-service.mjs
import assert from "node:assert/strict";
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompactManager } from "plimsoll";
import { sqliteStorage } from "plimsoll/node";

// The service, in a process of its own in real life. It never sees what is stored.
const master = new Map([["archive/1", randomBytes(32)]]);
const asked = [];
const kms = createServer(async (request, response) => {
  const { keyId, bytes } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  asked.push(request.url);
  const given = Buffer.from(bytes, "base64");
  if (request.url === "/wrap") {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", master.get(keyId), iv, { authTagLength: 16 });
    const body = Buffer.concat([iv, cipher.update(given), cipher.final(), cipher.getAuthTag()]);
    response.end(JSON.stringify({ bytes: body.toString("base64") }));
  } else {
    const decipher = createDecipheriv("aes-256-gcm", master.get(keyId), given.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAuthTag(given.subarray(-16));
    const key = Buffer.concat([decipher.update(given.subarray(12, -16)), decipher.final()]);
    response.end(JSON.stringify({ bytes: key.toString("base64") }));
  }
}).listen(0, "127.0.0.1");
await new Promise((resolve) => kms.once("listening", resolve));

const ask = async (path, keyId, bytes) => {
  const body = JSON.stringify({ keyId, bytes: Buffer.from(bytes).toString("base64") });
  const answer = await fetch(`http://127.0.0.1:${kms.address().port}${path}`, { method: "POST", body });
  return new Uint8Array(Buffer.from((await answer.json()).bytes, "base64"));
};

const service = {
  name: "example KMS",
  salt: randomBytes(32).toString("hex"),
  currentKeyId: () => "archive/1",
  wrap: async (dataKey) => ({ keyId: "archive/1", bytes: await ask("/wrap", "archive/1", dataKey) }),
  unwrap: ({ keyId, bytes }) => ask("/unwrap", keyId, bytes),
};

const path = join(tmpdir(), `plimsoll-example-${process.pid}.db`);
const open = () =>
  new CompactManager({
    model: "gpt-5",
    storage: sqliteStorage({ path, artifactKey: service }),
    exporters: [],
  });
const history = Array.from({ length: 60 }, (_, turn) => ({
  role: turn % 2 ? "assistant" : "user",
  content: `Line ${turn} about the heron project. ${"More of it. ".repeat(20)}`,
}));

let manager = open();
await manager.manualCompact("s", history);
await manager.close();
assert(!readFileSync(path).includes("heron"), "nothing of the conversation is readable in the file");

manager = open();
const { items } = await manager.undo("s");
assert.deepEqual(items, history);
await manager.close();
kms.close();
kms.closeAllConnections();
for (const ending of ["", "-wal", "-shm"]) rmSync(`${path}${ending}`, { force: true });
console.log(`Sealed, undone, and the service was asked ${asked.length} times: ${asked.join(", ")}`);
