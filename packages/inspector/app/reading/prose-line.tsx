import { lazy, Suspense } from "react";
import { ItemText } from "../parts/item-text.tsx";
import { useReading } from "./reading-choice.ts";

const MarkdownLine = lazy(async () => ({ default: (await import("./markdown.tsx")).MarkdownLine }));

const BULLET = /^(\s*)[-*•]\s+/;
const HEADING = /^#{1,6}\s+/;
const INDENT = 2;
const MAX_LEVEL = 4;

/** One line of a text that is shown line by line. */
export function ProseLine({ text }: { readonly text: string }) {
  const { reading } = useReading();
  if (reading === "plain") return <ItemText text={text} session="" />;
  const bullet = BULLET.exec(text);
  const rest = text.replace(bullet ? BULLET : HEADING, "");
  const level = Math.min(MAX_LEVEL, Math.floor((bullet?.[1]?.length ?? 0) / INDENT));
  return (
    <span className={bullet ? `line-bullet level-${level}` : "line"}>
      <Suspense fallback={<ItemText text={rest} session="" />}>
        <MarkdownLine text={rest.trimStart()} />
      </Suspense>
    </span>
  );
}
