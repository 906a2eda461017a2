import { binaryKind } from "./binary-kind.js";
import { codeKind } from "./code/code-kind.js";
import { diffKind } from "./diff-kind.js";
import type { EvidenceKind } from "./evidence-kind.js";
import { jsonKind } from "./json/json-kind.js";
import { commandKind } from "./log/command-kind.js";
import { testRunKind } from "./log/test-run-kind.js";
import { opaqueKind } from "./opaque-kind.js";
import { pageSnapshotKind } from "./page-snapshot/page-snapshot-kind.js";
import { searchKind } from "./search/search-kind.js";
import { testReportKind } from "./test-report/test-report-kind.js";
import { tableKind } from "./table/table-kind.js";
import { webPageKind } from "./web-page/web-page-kind.js";
import { xmlKind } from "./xml/xml-kind.js";
import { webSearchKind } from "./web-search/web-search-kind.js";

export type EvidenceKindName =
  | "binary"
  | "web-search"
  | "test-report"
  | "json"
  | "xml"
  | "web-page"
  | "page-snapshot"
  | "diff"
  | "search"
  | "test-run"
  | "table"
  | "code"
  | "opaque"
  | "command";

/**
 * Every kind, in the order in which they are tried: the first that recognises an output takes it. Kinds with
 * their own syntax come before those recognised by the look of their lines; a command takes the rest.
 */
export const EVIDENCE_KINDS: Readonly<Record<EvidenceKindName, EvidenceKind>> = {
  binary: binaryKind,
  "web-search": webSearchKind,
  "test-report": testReportKind,
  json: jsonKind,
  xml: xmlKind,
  "web-page": webPageKind,
  "page-snapshot": pageSnapshotKind,
  diff: diffKind,
  search: searchKind,
  "test-run": testRunKind,
  table: tableKind,
  code: codeKind,
  opaque: opaqueKind,
  command: commandKind,
};
