/**
 * Instructions that the application gives in the middle of a conversation, for upstreams that know system text at the beginning
 * only.
 */
export function applicationNote(text: string): string {
  return `Instructions of the application:\n\n${text}`;
}
