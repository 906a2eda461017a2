import { type ReactNode, useMemo } from "react";
import { type CodePart, highlight } from "./highlight.ts";

/** Code with colours, as elements that hold text. */
export default function Highlighted({
  text,
  language,
}: {
  readonly text: string;
  readonly language: string;
}) {
  const parts = useMemo(() => highlight(text, language), [text, language]);
  return <>{parts.map(shown)}</>;
}

const shown = (part: CodePart, index: number): ReactNode =>
  typeof part === "string" ? (
    part
  ) : (
    <span key={`${index} ${part.scope}`} className={`code-${part.scope}`}>
      {part.parts.map(shown)}
    </span>
  );
