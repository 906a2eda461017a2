// Loaded into a node by `--import`: when the node ends it writes how late its event loop was, in milliseconds, to $LOOP_DELAY_FILE.
import { writeFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 10;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.once("exit", () => {
  const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const [p50, p99] = [50, 99].map((share) => milliseconds(delay.percentile(share)));
  const most = process.resourceUsage().maxRSS / 1024;
  writeFileSync(
    process.env.LOOP_DELAY_FILE,
    JSON.stringify({ p50, p99, max: milliseconds(delay.max), most }),
  );
});
