/** Sections that other packages keep in the same file, and read themselves. */
export const OTHER_SECTIONS: readonly string[] = ["gateway"];
