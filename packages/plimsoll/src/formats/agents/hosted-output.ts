import { isRecord } from "../../text/is-record.js";
import type { ToolResultView } from "../../conversation/item-view.js";
import { jsonText } from "../../text/json-text.js";
import { hostedResult, withHostedText } from "../responses/hosted-result.js";
import { stringOf, type WireRecord } from "../reading/wire-record.js";

/**
 * The result of a tool that the provider ran, if the item says it: in `output`, or, for searches in files and
 * programs, in `providerData`, from where the SDK sends it again.
 */
export function hostedOutput(record: WireRecord): ToolResultView | undefined {
  const [callId, name] = [stringOf(record["id"]), stringOf(record["name"])];
  const text = outputText(record);
  if (text === "") {
    const provided = hostedResult(providerData(record));
    return (
      provided && {
        ...provided,
        callId,
        ...(provided.ownCall && { ownCall: { ...provided.ownCall, callId } }),
      }
    );
  }
  const ownCall = { callId, name, arguments: stringOf(record["arguments"]), mayStayOpen: true };
  return { callId, name, text, isError: record["status"] === "failed", ownCall };
}

/** The item with another text for its result. */
export function withHostedOutput(record: WireRecord, text: string): WireRecord {
  if (outputText(record) !== "") return { ...record, output: text };
  const data = withHostedText(providerData(record), text);
  return data === undefined ? record : { ...record, providerData: data };
}

/** The output as a text; empty for an image, which is no text. */
function outputText(record: WireRecord): string {
  const { output } = record as { readonly output?: unknown };
  if (stringOf(record["name"]).startsWith("image_generation")) return "";
  if (typeof output === "string") return output;
  return typeof output === "object" && output !== null ? jsonText(output) : "";
}

const providerData = (record: WireRecord): WireRecord => {
  const data = record["providerData"];
  return isRecord(data) ? data : {};
};
