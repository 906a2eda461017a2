import { createHash } from "node:crypto";
import { CompactManager, DEFAULT_POLICY, heuristicEstimator, memoryStorage, responses } from "plimsoll";
import { checkGatewaySection, createServer, inspectorHandlers, KeyRing } from "plimsoll-gateway";
import { Inspection, LiveFeed } from "plimsoll/inspection";
import { createRedactor } from "plimsoll/redaction";
import { createArchive } from "plimsoll/stores";
import { harbourSession } from "./inspected-session.mjs";

/** The inspector over a session `work` that the engine compacted several times, for whoever has the key. */
export async function serveInspector(key) {
  const storage = memoryStorage();
  const feed = new LiveFeed();
  /** @type {CompactManager<object>} */
  const manager = new CompactManager({
    model: "gpt-5",
    maxContextTokens: 14_000,
    format: responses,
    storage,
    exporters: [feed],
    estimator: heuristicEstimator,
  });
  const items = harbourSession();
  for (let end = 1; end <= items.length; end++) {
    if (items[end - 1].role === "user") await manager.preflight("work", items.slice(0, end));
  }
  const room = { archive: createArchive(storage), feed, format: "responses", manager: async () => manager };
  const inspection = new Inspection({
    rooms: () => [room],
    redactor: createRedactor(),
    estimator: heuristicEstimator,
    policy: DEFAULT_POLICY,
  });
  const { listen, limits } = checkGatewaySection(undefined);
  const hash = createHash("sha256").update(key).digest("hex");
  const server = createServer({
    settings: { listen: { ...listen, port: 0 }, limits },
    keys: new KeyRing([
      { id: "key_1", name: "test", tenant: "local", hash, created: "2026-01-01T00:00:00Z" },
    ]),
    handlers: inspectorHandlers({
      inspectionOf: () => inspection,
      parse: (body) => JSON.parse(body.toString("utf8")),
    }),
    log: { request: () => {}, say: () => {} },
  });
  return { manager, server, url: (await server.listen()).url };
}
