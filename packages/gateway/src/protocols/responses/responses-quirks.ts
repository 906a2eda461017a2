/** What differs between vendors that speak this protocol. */
export interface ResponsesQuirks {
  /** Types of input items that are known; `all` where nothing has to be filtered. */
  readonly items: "all" | readonly string[];
  /** Types of tools that are known. */
  readonly tools: "all" | readonly string[];
  /** Responses are stored and can be continued: `store`, `previous_response_id`, `conversation`, `background`. */
  readonly stateful: boolean;
  /** Reasoning may carry `encrypted_content`, and it may be asked for. */
  readonly encryptedReasoning: boolean;
  /** `client_metadata` and other fields that tell OpenAI about its own clients are passed on. */
  readonly ownMetadata: boolean;
}
