import { describe, expect, it } from "vitest";
import { loadedBy } from "./import-rules.js";
import { packageSources, readRepositoryFile } from "./source-files.js";

const ENTRY = "packages/plimsoll/src/index.ts";
const MAX_NAMES = 80;

/** What the root exports. A name that is added here is a decision: whoever reads the root has to read it too. */
const NAMES = `
  AttachmentView Checkpoint CommitOptions CompactConfig CompactError CompactEvent CompactManager
  CompactPolicy CompactResult CompactionReport ConsoleExporterOptions CostMode DEFAULT_POLICY Decision
  Degraded ERROR_CODES EntryKind ErrorCode EventName EventOf Exporter FORMATS Fidelity Format FormatName
  ItemView ManualCompactOptions Measurement PlanReport PolicyPreset PreflightOptions PrepareOptions
  PreparedCompaction PruningPolicy Redactor RedoResult RemainderItem Remembered RemoteCompactRequest
  RemoteCompactor RemoteReplacement Role SessionInfo Severity Similarity StorageAdapter StoredEntry Strategy
  Summarizer Summary SummaryRequest SummaryRole TemplateName TimeLimits TokenEstimator TokenSections
  ToolCallView ToolResultView Transcript Trigger UndoResult agents aiSdk anthropic callbackExporter chat
  claudeCode consoleExporter formatByName gemini heuristicEstimator langchain loadExactEstimator
  memoryStorage plain realtime responses
`;

/** Names that an entry exports, types included. */
function exportedNames(source: string): string[] {
  const lists = source.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [...lists]
    .flatMap(([, list = ""]) => list.split(","))
    .map((name) => name.replace(/^\s*type /, "").trim())
    .filter((name) => name !== "");
}

/** What comes when it is first used. */
const HEAVY = [
  "gpt-tokenizer",
  "htmlparser2",
  "re2js",
  "yaml",
  "zod",
  "packages/plimsoll/src/evaluation/",
  "packages/plimsoll/src/facts/ledgers/",
  "packages/plimsoll/src/integrations/",
  "packages/plimsoll/src/provider-window/",
  "packages/plimsoll/src/recall/create-recall.ts",
  "packages/plimsoll/src/summarizers/extractive/",
  "packages/plimsoll/src/summarizers/model/",
  "packages/plimsoll/src/tool-outputs/",
];

describe("the root entry", () => {
  it(`exports what is listed here, at most ${MAX_NAMES} names`, () => {
    const names = exportedNames(readRepositoryFile(ENTRY));
    expect(names.toSorted()).toEqual(NAMES.trim().split(/\s+/));
    expect(names.length).toBeLessThanOrEqual(MAX_NAMES);
  });

  it("loads none of the heavy parts before they are used", () => {
    const loaded = loadedBy(ENTRY, packageSources());
    const heavy = [...loaded].filter(([to]) => HEAVY.some((part) => to.startsWith(part)));
    expect(heavy.map(([, way]) => way)).toEqual([]);
    expect(loaded.size).toBeGreaterThan(50);
  });
});
