/** What Claude Code and its Agent SDK tell a hook: the fields that are read here. */
export interface HookInput {
  readonly hook_event_name: string;
  readonly session_id: string;
  readonly transcript_path: string;
  /** Of a session that starts: `startup`, `resume`, `clear`, `compact`. */
  readonly source?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly tool_response?: unknown;
  readonly tool_use_id?: string;
  /** Only inside a sub-agent. */
  readonly agent_id?: string;
}
