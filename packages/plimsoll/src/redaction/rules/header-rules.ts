import { locateAuthorization, locateBasic, locateBearer } from "../locate-authorization.js";
import { locateCookies } from "../locate-cookies.js";
import type { Located, SecretRule, Span } from "../secret-rule.js";
import { isReference } from "../is-reference.js";
import { looksRandom } from "../looks-random.js";

/** The value of a parameter, as far as an address can hold it. */
function locateParameter(text: string, match: Span): Located {
  const length = text.slice(match.end, match.end + 2048).search(/[^A-Za-z0-9%._~+/=-]|$/);
  const value = text.slice(match.end, match.end + length);
  return { start: match.end, end: match.end + length, secret: looksRandom(value) && !isReference(value) };
}

/** Placeholders of examples, and ports. */
const NO_PASSWORD = /^(?:password|pass|pw|[a-z]{1,3}|x+|\*+|\d{1,5})$/i;

function locateUserPassword(text: string, match: Span): Located {
  const start = text.indexOf(":", match.start + 3) + 1;
  const end = match.end - 1;
  const value = text.slice(start, end);
  const isPattern = ANY_CHARACTER.test(value) && ANY_CHARACTER.test(text.slice(match.start + 3, start));
  return { start, end, secret: !isPattern && !isReference(value) && !NO_PASSWORD.test(value) };
}

/** Part of a regular expression; no address may hold it where its user and password stand. */
const ANY_CHARACTER = /\[\^|\\[wdSs]|\.[*+]/;

const PARAMETERS = [
  ..."key sig signature auth code jwt sid session password passwd pwd token".split(" "),
  ..."x-amz-signature x-goog-signature x-amz-credential x-goog-credential x-amz-security-token".split(" "),
  ...["api", "access", "client", "private", "refresh", "id", "auth"].flatMap((owner) =>
    ["", "_", "-"].flatMap((joint) => ["key", "token", "secret"].map((name) => owner + joint + name)),
  ),
];

/** Secrets in the headers and addresses of requests. */
export const HEADER_RULES: readonly SecretRule[] = [
  {
    kind: "authorization",
    anchors: ["authorization"],
    wordStart: false,
    anyCase: true,
    pattern: "authorization\\\\{0,4}[\"'`]?\\]?\\s{0,8}[:=,]\\s{0,8}",
    example: "Authorization: Basic dXNlcjpwYXNzd29yZA==",
    lookAlike: "authorization: required",
    locate: locateAuthorization,
  },
  {
    kind: "bearer-token",
    anchors: ["bearer"],
    wordStart: true,
    anyCase: true,
    pattern: "bearer\\s{1,4}",
    example: "the header was Bearer 3f2a9c81d04b4e5f",
    lookAlike: "bearer authentication is required",
    locate: locateBearer,
  },
  {
    kind: "basic-credentials",
    anchors: ["basic"],
    wordStart: true,
    anyCase: true,
    pattern: "basic\\s{1,4}",
    example: "sent Basic YWRtaW46aHVudGVyMi1hbmQtbW9yZQ== to it",
    lookAlike: "Basic authentication, basic understanding",
    locate: locateBasic,
  },
  {
    kind: "cookie",
    anchors: ["cookie"],
    wordStart: false,
    anyCase: true,
    pattern: "cookie2?\\\\{0,4}[\"'`]?\\]?\\s{0,4}[:=,]\\s{0,4}\\\\{0,4}[\"'`]?",
    example: "Cookie: theme=dark; sessionid=<low32>",
    lookAlike: "Set-Cookie: theme=dark; Path=/",
    locate: locateCookies,
  },
  {
    kind: "cookie",
    anchors: [
      "connect.sid=",
      "phpsessid=",
      "jsessionid=",
      "sessionid=",
      "_session=",
      "asp.net_sessionid=",
      "session_id=",
      "auth_session=",
    ],
    wordStart: false,
    anyCase: true,
    pattern: "[a-z._]{6,20}=((?=[\\w%.-]{0,60}\\d)[A-Za-z0-9%._~+/=-]{16,})",
    example: "curl -b 'PHPSESSID=<low26>' https://example.com",
    lookAlike: "sessionid=the-id-of-the-session",
  },
  {
    kind: "url-parameter",
    anchors: ["?", "&"].flatMap((mark) => PARAMETERS.map((name) => `${mark}${name}=`)),
    wordStart: false,
    anyCase: true,
    pattern: "[?&][\\w-]{2,24}=",
    example: "GET https://example.com/v1/models?key=a1b2c3d4e5f6",
    lookAlike: "GET /search?key=name&code=200",
    locate: locateParameter,
  },
  {
    kind: "url-password",
    anchors: ["://"],
    wordStart: false,
    anyCase: false,
    pattern: "://[^\\s/@:?#\"'<>`]{0,128}:[^\\s/@?#\"'<>]{1,256}@",
    example: "postgres://app:tr0ub4dor@db.example.com/main",
    lookAlike: "see http://localhost:8080/path@2",
    locate: locateUserPassword,
  },
];
