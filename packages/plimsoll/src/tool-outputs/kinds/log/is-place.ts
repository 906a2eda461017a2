import type { TestName } from "./test-name.js";

const PLACE = /^[\w./\\-]+\.\w{1,8}:\d+(?::\d+)?:?$/;

/** True for what names no test but a line of a file: a check of a test that failed there. */
export const isPlace = ({ group, separator, leaf }: TestName): boolean =>
  PLACE.test(group + separator + leaf);
