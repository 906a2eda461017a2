// Reads what `node --cpu-prof` wrote.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { percent } from "./row.mjs";

const SHOWN = 25;

/** The functions of the newest profile in a folder that most time was spent in themselves. */
export async function hottest(folder) {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".cpuprofile")).sort();
  const { nodes, samples, timeDeltas } = JSON.parse(await readFile(join(folder, files.at(-1)), "utf8"));
  const labels = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || "(anonymous)"} ${url.split("/").slice(-3).join("/")}:${lineNumber + 1}`,
    ]),
  );
  const spent = new Map();
  samples.forEach((id, index) => {
    const label = labels.get(id);
    spent.set(label, (spent.get(label) ?? 0) + timeDeltas[index]);
  });
  const total = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  const lines = [...spent]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN)
    .map(([label, time]) => `  ${percent(time / total).padStart(7)}  ${label}`);
  return [`\n${join(folder, files.at(-1))}: self time`, ...lines].join("\n");
}
