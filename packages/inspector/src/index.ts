/** The inspector over HTTP: answers of its API, and the files of its page, for whatever server there is. @module */
export { answerInspection } from "./answer-inspection.js";
export type { InspectAnswer } from "./inspect-answer.js";
export type { InspectRequest } from "./inspect-request.js";
export { type InspectionStream, inspectionEvents } from "./inspection-events.js";
export { pageFile } from "./page-file.js";
export { PAGE_HEADERS } from "./page-headers.js";
