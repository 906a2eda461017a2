/**
 * A redactor with rules and patterns of one's own.
 *
 * @module
 */

export { createRedactor, type RedactionSet, type RedactorOptions } from "./create-redactor.js";
