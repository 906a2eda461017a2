/** Server-sent events without a name, as Chat Completions and Gemini send them. */
export const dataLines = (events) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`);

/** Server-sent events with the name of their type, as Responses and Messages send them. */
export const namedLines = (events) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
