/** The parts of a request, from the bottom of the picture upwards. */
export const SECTIONS = ["system", "tools", "memory", "history", "newInput"] as const;
