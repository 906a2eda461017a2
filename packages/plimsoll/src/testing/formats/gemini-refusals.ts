import { stringOf, type WireRecord } from "../../formats/reading/wire-record.js";
import { entriesOf, fieldsOf } from "./fields-of.js";

/** What one content does, whatever else it holds. */
interface GeminiTurn {
  readonly role: string;
  readonly parts: readonly WireRecord[];
  readonly calls: readonly WireRecord[];
  readonly responses: readonly WireRecord[];
}

/** What the Gemini API refuses of `contents` (wire-formats 4.2, 6.2, 6.4; errors of the API and of Vertex AI). */
export function geminiRefusals(items: readonly unknown[]): string[] {
  if (items.length === 0) return ["contents is not specified"];
  const turns = items.map(fieldsOf).map(turnOf);
  return [
    ...turns.flatMap((turn, index) => turnRefusals(turn).map((refusal) => `contents[${index}]: ${refusal}`)),
    ...(isUserSide(turns[0]) ? [] : ["contents must begin with a user turn"]),
    ...(isUserSide(turns.at(-1))
      ? []
      : ["Please ensure that multiturn requests end with a user role or a function response"]),
    ...turns.flatMap((turn, index) =>
      sequenceRefusals(turn, turns[index - 1], turns[index + 1]).map(
        (refusal) => `contents[${index}]: ${refusal}`,
      ),
    ),
    ...signatureRefusals(turns),
  ];
}

function turnOf(content: WireRecord): GeminiTurn {
  const parts = entriesOf(content["parts"]);
  return {
    role: stringOf(content["role"]) || "user",
    parts,
    calls: parts.filter((part) => part["functionCall"] !== undefined),
    responses: parts.filter((part) => part["functionResponse"] !== undefined),
  };
}

const isUserSide = (turn: GeminiTurn | undefined): boolean =>
  turn !== undefined && (turn.role === "user" || turn.role === "function");

/** "Please use a valid role: user, model.", "Unable to submit request because it must have a text parameter". */
function turnRefusals({ role, parts }: GeminiTurn): string[] {
  if (!["user", "model", "function"].includes(role)) return ["Please use a valid role: user, model."];
  if (parts.length === 0) return ["contents.parts must not be empty"];
  return parts.flatMap((part) =>
    part["text"] === "" && Object.keys(part).length === 1
      ? ["must have one initialized field of its data"]
      : [],
  );
}

/**
 * "Please ensure that function call turn comes immediately after a user turn or after a function response turn",
 * "Please ensure that function response turn comes immediately after a function call turn", and "the number of function
 * response parts is equal to the number of function call parts of the function call turn".
 */
function sequenceRefusals(
  turn: GeminiTurn,
  before: GeminiTurn | undefined,
  after: GeminiTurn | undefined,
): string[] {
  const refusals: string[] = [];
  if (turn.calls.length > 0) {
    if (!isUserSide(before))
      refusals.push("a function call turn must come after a user or function response turn");
    if ((after?.responses.length ?? 0) === 0) refusals.push("a function call turn without its responses");
  }
  if (turn.responses.length === 0) return refusals;
  if ((before?.calls.length ?? 0) === 0)
    return [...refusals, "a function response turn must come immediately after a function call turn"];
  if (turn.responses.length !== before?.calls.length)
    return [...refusals, "the numbers of function responses and of function calls differ"];
  return [...refusals, ...answerRefusals(before.calls, turn.responses)];
}

/** A response names its call, by id where both have one, by name in any case. */
function answerRefusals(calls: readonly WireRecord[], responses: readonly WireRecord[]): string[] {
  const open = calls.map((part) => fieldsOf(part["functionCall"]));
  return responses.flatMap((part) => {
    const response = fieldsOf(part["functionResponse"]);
    const found = open.findIndex(
      (call) =>
        call["name"] === response["name"] &&
        (call["id"] === undefined || response["id"] === undefined || call["id"] === response["id"]),
    );
    if (found < 0) return [`no function call ${stringOf(response["name"])} for a response`];
    open.splice(found, 1);
    return [];
  });
}

/**
 * "Function call is missing a thought_signature in functionCall parts": of the first call of each step since the last
 * turn of the user, where the model signs at all.
 */
function signatureRefusals(turns: readonly GeminiTurn[]): string[] {
  const signs = turns.some(({ calls }) => calls.some((part) => part["thoughtSignature"] !== undefined));
  if (!signs) return [];
  const current = turns.slice(
    turns.findLastIndex((turn) => isUserSide(turn) && turn.responses.length === 0) + 1,
  );
  return current.flatMap(({ calls }) =>
    calls.length > 0 && calls[0]?.["thoughtSignature"] === undefined
      ? ["Function call is missing a thought_signature in functionCall parts"]
      : [],
  );
}
