import { ResponseWriter } from "../../answers/response-writer.js";
import type { AnswerUsage } from "../../answers/answer-event.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { JsonRecord } from "../../json/json-record.js";
import { stringOf } from "../../json/string-of.js";
import { planTools } from "../../translation/plan-tools.js";

export interface WriterParts {
  readonly id: string;
  readonly body: JsonRecord;
  readonly items: readonly JsonRecord[];
  sealReasoning(kind: string, data: unknown): string;
  estimateUsage(output: readonly JsonRecord[]): AnswerUsage;
}

/** A writer for the answer to a request. */
export function newWriter(context: GatewayContext, parts: WriterParts): ResponseWriter {
  return new ResponseWriter({
    ...parts,
    now: () => Math.floor(context.now() / 1000),
    newId: (prefix) => context.newId(prefix),
    origins: planTools(parts.body["tools"], parts.items).origins,
    usedCallIds: new Set(parts.items.map((item) => stringOf(item["call_id"]))),
  });
}
