/** Said for the user where an upstream wants a user to begin or to end a conversation, and no user did. */
export const CONVERSATION_EDGES = {
  beginning: "[The beginning of this conversation is not shown.]",
  end: "Continue.",
} as const;
