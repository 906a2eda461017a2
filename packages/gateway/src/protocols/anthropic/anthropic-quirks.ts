/** What differs between vendors that speak this protocol. */
export interface AnthropicQuirks {}
