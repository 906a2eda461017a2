import { describe, expect, it } from "vitest";
import { loadExactEstimator } from "../tokens/load-exact-estimator.js";
import { evidenceHeader, type HeaderFacts, producerFacts } from "./evidence-header.js";

const FACTS: HeaderFacts = {
  kind: "search",
  characters: 32_166,
  lines: 400,
  tokens: 10_000,
  keptLines: 3,
  facts: [],
  producer: ["exit code 1"],
  reference: "art_9f41c07be2d8536a1ef0c4729b65d83e",
};

describe("evidenceHeader", () => {
  it("says less the fewer tokens there are", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    const header = (maxTokens: number): string => evidenceHeader(FACTS, { maxTokens, count });
    expect(header(1000)).toContain("exit code 1; kept 3; full output: art_");
    expect(header(150)).toContain("full output: art_");
    expect(header(40)).toBe("[search 32166 chars, 400 lines]");
    expect(header(16)).toBe("[search]");
  });

  it("names the whole output in the shortest evidence that the ladder makes", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    expect(evidenceHeader(FACTS, { maxTokens: 64, count })).toBe(`[search; full output: ${FACTS.reference}]`);
    expect(count(`[search; full output: ${FACTS.reference}]`)).toBeGreaterThan(64 * 0.3);
  });
});

describe("producerFacts", () => {
  it("says the exit code that the producer states, not one of a step in the middle", () => {
    expect(producerFacts("Exit code: 2\nWall time: 1s\nsetup exited with 0")).toEqual(["exit code 2"]);
    const log = `setup exited with code 0\n${"compiling\n".repeat(60)}The build exited with 1.`;
    expect(producerFacts(log)).toEqual(["exit code 1"]);
    expect(
      producerFacts(`${"idle\n".repeat(80)}a exited with 0\nb exited with 3\n${"idle\n".repeat(80)}`),
    ).toEqual([]);
  });

  it("takes no end of a process that a log records for its own", () => {
    const record = "2026/03/04 20:34:05 [notice] 266#266: ";
    expect(producerFacts(`${record}worker process 267 exited with code 0\n${record}exit`)).toEqual([]);
    expect(producerFacts(`Mar  4 20:34:05 quay supervisord: worker 3 exited with code 9`)).toEqual([]);
    expect(producerFacts("20:34:05 ERROR: Job failed: exit code 3")).toEqual(["exit code 3"]);
  });

  it("says the status of an answer over HTTP, whose headers are not shown", () => {
    expect(producerFacts("HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>gone</p>")).toEqual([
      "HTTP 404 Not Found",
    ]);
    expect(producerFacts("HTTP/2 503\r\nServer: x\r\n\r\n")).toEqual(["HTTP 503"]);
    expect(producerFacts("1 HTTP/1.1 404")).toEqual([]);
  });

  it("takes no amount for an exit code", () => {
    expect(producerFacts("in use at exit: 384,806 bytes in 1,507 blocks")).toEqual([]);
    expect(producerFacts("exit 12,000 doors")).toEqual([]);
  });
});
