const LISTENING =
  /\b(?:listening|running|serving|available|started|ready|server|local)\b[^\n]{0,60}?\s((?:https?:\/\/)?(?:\[[\da-f:]{2,40}\]|[\w.-]{1,100}|\*)?:\d{2,5})\b/i;
const PORT = /\b(?:listening|running|serving|started)\b[^\n]{0,40}?\b(port:? \d{2,5})\b/i;

/** The address at which a program says that it listens. */
export function listeningOn(text: string): string | undefined {
  if (!/:\d{2}|port/i.test(text)) return undefined;
  return LISTENING.exec(text)?.[1] ?? PORT.exec(text)?.[1];
}
