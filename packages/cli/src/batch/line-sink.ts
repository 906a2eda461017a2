import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { Output } from "../output/output.js";
import { notWritable } from "../output/write-whole.js";

/** Writes lines one by one, at the speed of the reader. */
export interface LineSink {
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Lines on standard output. */
export function outputSink(output: Output): LineSink {
  return { write: (line) => output.write(`${line}\n`), close: async () => {} };
}

/** Lines in a file, each written as soon as it is done: an interrupted run keeps what it finished. */
export async function fileSink(path: string): Promise<LineSink> {
  const stream = createWriteStream(path);
  const failed = (error: Error): never => {
    throw notWritable(path, error.message, error);
  };
  await once(stream, "open").catch(failed);
  return {
    async write(line) {
      if (stream.errored) failed(stream.errored);
      if (!stream.write(`${line}\n`)) await once(stream, "drain").catch(failed);
    },
    async close() {
      stream.end();
      await finished(stream).catch(failed);
    },
  };
}
