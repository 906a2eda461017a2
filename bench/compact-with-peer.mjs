// node bench/compact-with-peer.mjs PEER --kit FOLDER --packages FOLDER --in CASES --out RESULTS
// One peer on a file of cases, by the batch contract of the evaluation kit.
import { createReadStream, createWriteStream } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { extraLoader } from "./peers/extra-packages.mjs";
import { kitMeasure, openKit } from "./peers/kit.mjs";
import { PEERS } from "./peers/peers.mjs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kit: { type: "string" },
    packages: { type: "string" },
    in: { type: "string" },
    out: { type: "string" },
  },
});
const { compact } = PEERS[positionals[0]];
const measure = await kitMeasure(openKit(values.kit));
const load = extraLoader(values.packages);

async function resultOf({ id, items, target_tokens: target }) {
  try {
    const size = (window) => measure.size(window, target);
    return { id, items: await compact({ items, target, size, tokens: measure.tokens }, { load }) };
  } catch (error) {
    return { id, error: String(error?.message ?? error) };
  }
}

const out = createWriteStream(values.out);
for await (const line of createInterface({ input: createReadStream(values.in) })) {
  if (line === "") continue;
  if (!out.write(`${JSON.stringify(await resultOf(JSON.parse(line)))}\n`)) await once(out, "drain");
}
out.end();
await once(out, "finish");
// A package may have opened handles of its own.
process.exit(0);
