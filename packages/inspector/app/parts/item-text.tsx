import { WithArtifacts } from "./artifact-links.tsx";
import { visibleText } from "./visible-text.ts";

/** What an item says, as text and nothing else; names of artifacts lead to them, if a session is named. */
export function ItemText({ text, session }: { readonly text: string; readonly session: string }) {
  return (
    <bdi className="said">
      <WithArtifacts text={visibleText(text)} session={session} />
    </bdi>
  );
}
