import { ApiFailure, send } from "../api/client.ts";
import { readStream } from "../api/live.ts";

/** An item of the Responses API, as it is sent and received. */
export type WireItem = Readonly<Record<string, unknown>>;

export interface AnswerRequest {
  readonly model: string;
  readonly session: string;
  readonly items: readonly WireItem[];
  /** The gateway compacts a longer conversation; 0 leaves that to the model's window. */
  readonly compactAt: number;
  readonly signal: AbortSignal;
  onText(text: string): void;
}

interface StreamEvent {
  readonly type: string;
  readonly delta?: string;
  readonly response?: {
    readonly output?: readonly WireItem[];
    readonly error?: { readonly message?: string };
  };
  readonly message?: string;
}

/** The gateway or its model went away in the middle. */
const brokeOff = (): ApiFailure => new ApiFailure(0, "The answer broke off.", { code: "broke_off" });

/** Asks the gateway, tells the text as it comes, and returns the items to send with the next request. */
export async function streamAnswer(request: AnswerRequest): Promise<readonly WireItem[]> {
  const { model, session, items, compactAt, signal, onText } = request;
  const management = compactAt > 0 ? [{ type: "compaction", compact_threshold: compactAt }] : undefined;
  const response = await send("v1/responses", {
    body: {
      model,
      input: items,
      stream: true,
      store: false,
      ...(management ? { context_management: management } : {}),
    },
    headers: { "x-plimsoll-session": session },
    signal,
  });
  let output: readonly WireItem[] | undefined;
  let failed: string | undefined;
  await readStream(response, (data) => {
    if (data === "[DONE]") return;
    const event = JSON.parse(data) as StreamEvent;
    if (event.type === "response.output_text.delta") onText(event.delta ?? "");
    if (event.type === "response.completed" || event.type === "response.incomplete")
      output = event.response?.output ?? [];
    if (event.type === "response.failed") failed = event.response?.error?.message ?? "failed";
    if (event.type === "error") failed = event.message ?? "error";
  }).catch((error: unknown) => {
    throw signal.aborted || error instanceof SyntaxError ? error : brokeOff();
  });
  if (failed !== undefined) throw new Error(failed);
  if (output === undefined) throw brokeOff();
  return output;
}
