// Holds a log of the given size and bounds it once; the peak of the process goes back as a message, in bytes.
import { loadExactEstimator } from "plimsoll";
import { makeEvidence } from "plimsoll/tool-outputs";
import { ordinaryLog } from "./tool-outputs.mjs";

const size = Number(process.argv[2]);
const estimator = await loadExactEstimator("o200k_base");
const count = (text) => estimator.count(text);
makeEvidence({ text: ordinaryLog(1_000_000) }, { maxTokens: 2000, count });
if (size > 0) makeEvidence({ text: ordinaryLog(size) }, { maxTokens: 2000, count });
process.send(process.resourceUsage().maxRSS * 1024, () => process.disconnect());
