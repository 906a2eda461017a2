/** Asked by those who watch over the server, who have no key. */
const OPEN_PATHS = new Set(["/healthz", "/readyz"]);
/** The files of a page hold nothing of anybody's, and a browser that opens it has no key to show. */
const OPEN_PAGE = /^\/inspector(?:\/|$)/;

/** True for a path that is answered without a key. */
export const isOpenPath = (path: string): boolean => OPEN_PATHS.has(path) || OPEN_PAGE.test(path);

/** True for an endpoint, by its name such as `GET /healthz`, that is answered without a key. */
export const isOpenEndpoint = (name: string): boolean => isOpenPath(name.slice(name.indexOf(" ") + 1));
