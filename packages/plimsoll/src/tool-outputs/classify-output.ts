import type { ToolCallView } from "../conversation/item-view.js";
import { readCallHints } from "./call-hints.js";
import type { RecognisedOutput } from "./kinds/evidence-kind.js";
import { EVIDENCE_KINDS, type EvidenceKindName } from "./kinds/evidence-kinds.js";
import { outputBodyStart } from "./output-body-start.js";
import { readableText } from "./readable-text.js";
import { sampleText } from "./text-sample.js";
import type { ToolOutput } from "./tool-output.js";

/** The kind of an output, decided on bounded samples of its content; the call only tips the scales. */
export function classifyOutput(output: ToolOutput): EvidenceKindName {
  const { text, call } = output;
  const known = call && kinds.get(call);
  if (known?.text === text) return known.kind;
  const kind = recognisedKind(output);
  if (call) kinds.set(call, { text, kind });
  return kind;
}

/** The kind of the newest output of a call: needed for archiving and for evidence. */
const kinds = new WeakMap<ToolCallView, { readonly text: string; readonly kind: EvidenceKindName }>();

const NAMES = Object.keys(EVIDENCE_KINDS) as readonly EvidenceKindName[];

function recognisedKind({ text: printed, call }: ToolOutput): EvidenceKindName {
  const text = readableText(printed);
  const bodyStart = outputBodyStart(text);
  const output: RecognisedOutput = {
    text,
    bodyStart,
    sample: sampleText(text, bodyStart),
    hints: readCallHints(call),
  };
  return NAMES.find((name) => EVIDENCE_KINDS[name].recognises(output)) ?? "command";
}
