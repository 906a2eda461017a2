import { Fragment, type ReactNode, useMemo } from "react";
import { WithArtifacts } from "../parts/artifact-links.tsx";
import { type CodePart, highlight } from "./highlight.ts";

/** Code with colours, as elements that hold text; names of artifacts lead to them. */
export default function Highlighted({
  text,
  language,
  session,
}: {
  readonly text: string;
  readonly language: string;
  readonly session: string;
}) {
  const parts = useMemo(() => highlight(text, language), [text, language]);
  return <>{parts.map((part, index) => shown(part, index, session))}</>;
}

const shown = (part: CodePart, index: number, session: string): ReactNode =>
  typeof part === "string" ? (
    <Fragment key={`${index} text`}>
      <WithArtifacts text={part} session={session} />
    </Fragment>
  ) : (
    <span key={`${index} ${part.scope}`} className={`code-${part.scope}`}>
      {part.parts.map((inner, at) => shown(inner, at, session))}
    </span>
  );
