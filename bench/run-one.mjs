// One benchmark, run by run.mjs in a process of its own; the rows go back as a message.
import { BENCHMARKS } from "./benchmarks.mjs";

const [name, size] = process.argv.slice(2);
const { default: benchmark } = await BENCHMARKS[name].load();
const rows = await benchmark({ quick: size === "quick" });
process.send?.(rows, () => process.disconnect());
if (!process.send) console.log(rows);
