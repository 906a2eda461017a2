import { type Document, isScalar, parseDocument, visit } from "yaml";
import { CompactError } from "../errors/compact-error.js";

const MAX_ALIASES = 50;
/** Brackets that may be open, and columns a line may be indented: the parser recurses for each. */
const MAX_NESTING = 200;

/** The place where nesting gets too deep for the parser; brackets inside texts count as well. */
function tooDeepAt(text: string): number | undefined {
  let open = 0;
  let indentation = 0;
  let atLineStart = true;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === "[" || character === "{") open += 1;
    else if ((character === "]" || character === "}") && open > 0) open -= 1;
    else if (character === "\n") [atLineStart, indentation] = [true, 0];
    atLineStart &&= " \t\n-?:".includes(character);
    if (atLineStart) indentation += 1;
    if (open > MAX_NESTING || (atLineStart && indentation > MAX_NESTING)) return index;
  }
  return undefined;
}

interface SyntaxProblem {
  readonly position: number;
  readonly message: string;
}

function syntaxError(text: string, path: string, problem: SyntaxProblem): CompactError {
  const before = text.slice(0, problem.position).split("\n");
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new CompactError("INVALID_CONFIG", `${path}:${line}:${column}: ${problem.message}`, {
    details: { path, line, column },
  });
}

function repeatedKey(document: Document): SyntaxProblem | undefined {
  let problem: SyntaxProblem | undefined;
  visit(document, {
    Map(_position, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (seen.has(name)) {
          problem = { position: key.range?.[0] ?? 0, message: `key ${name.slice(0, 80)} is given twice` };
          return visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return problem;
}

function firstProblem(document: Document): SyntaxProblem | undefined {
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem === undefined) return repeatedKey(document);
  return { position: problem.pos[0], message: problem.message };
}

/** The content of a configuration file as plain values. JSON is read as the YAML that it is. */
export function parseConfigText(text: string, path: string): unknown {
  const deep = tooDeepAt(text);
  if (deep !== undefined) {
    const message = `nested deeper than ${MAX_NESTING} levels or columns; allowed: at most that.`;
    throw syntaxError(text, path, { position: deep, message });
  }
  try {
    // The parser's own check for keys given twice is quadratic in their number.
    const document = parseDocument(text, { version: "1.2", prettyErrors: false, uniqueKeys: false });
    const problem = firstProblem(document);
    if (problem === undefined) return document.toJS({ maxAliasCount: MAX_ALIASES });
    throw syntaxError(text, path, problem);
  } catch (error) {
    if (CompactError.isInstance(error)) throw error;
    const message = `not readable as YAML or JSON: ${error instanceof Error ? error.message : String(error)}`;
    throw syntaxError(text, path, { position: 0, message });
  }
}
