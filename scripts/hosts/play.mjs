// node play.mjs HOST: prints one line of JSON for each API, streamed and not.
import { playCase } from "./play-case.mjs";

await playCase(process.argv[2], (result) => console.log(JSON.stringify(result)));
process.exit(0);
