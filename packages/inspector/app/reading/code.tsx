import { lazy, Suspense } from "react";
import { ItemText } from "../parts/item-text.tsx";
import { visibleText } from "../parts/visible-text.ts";
import { codeLanguage } from "./code-language.ts";
import { useReading } from "./reading-choice.ts";

const Highlighted = lazy(() => import("./highlighted.tsx"));

/** What a program wrote or reads: with colours where its language is clear, otherwise as it is. */
export function Code({
  text,
  session,
  language = codeLanguage(text),
}: {
  readonly text: string;
  readonly session: string;
  readonly language?: string;
}) {
  const { reading } = useReading();
  const plain = <ItemText text={text} session={session} />;
  if (reading === "plain" || language === "") return plain;
  return (
    <Suspense fallback={plain}>
      <bdi className="said">
        <Highlighted text={visibleText(text)} language={language} session={session} />
      </bdi>
    </Suspense>
  );
}
