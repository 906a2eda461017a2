const CONFLICT_MARK = /^(?:<{7}|>{7}|\|{7})(?: \S.*)?$|^={7}$/;

/** True for a line that git writes into a file that it could not merge. */
export const isConflictMark = (line: string): boolean => CONFLICT_MARK.test(line);
