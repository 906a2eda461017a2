import type { TextSample } from "../../text-sample.js";
import type { EvidenceKind } from "../evidence-kind.js";
import { PageSnapshotReader } from "./page-snapshot-reader.js";
import { readSnapshotNode } from "./snapshot-node.js";

/** A page as tools that drive a browser show it: the tree of its elements, with the marks by which they can be used. */
export const pageSnapshotKind: EvidenceKind = {
  recognises: ({ sample }) => looksLikeSnapshot(sample),
  extract: (source) => new PageSnapshotReader(source).view(),
};

const LEAST_MARKED = 3;
const LEAST_SHARE = 0.6;
/** Says something of the element above it. */
const PROPERTY = /^\s*- \/\w+: /;

function looksLikeSnapshot({ lines }: TextSample): boolean {
  let [nodes, marked] = [0, 0];
  for (const line of lines) {
    const node = readSnapshotNode(line);
    if (node !== undefined || PROPERTY.test(line)) nodes += 1;
    if (node !== undefined && (node.hasMark || node.name !== "")) marked += 1;
  }
  return marked >= LEAST_MARKED && nodes >= lines.length * LEAST_SHARE;
}
