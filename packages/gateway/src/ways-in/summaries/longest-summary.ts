/** A model that writes more characters for one summary does not come to an end. */
export const LONGEST_SUMMARY = 400_000;
