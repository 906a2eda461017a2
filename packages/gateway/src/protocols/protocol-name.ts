export type ProtocolName = "responses" | "chat" | "gemini" | "anthropic";
