import type { ReactNode } from "react";
import { ReadingSwitch } from "../reading/reading-switch.tsx";
import type { Actions } from "./use-action.ts";

/** Above a list of items: what it is, what the last action came to, and how items are read. */
export function ListBar({
  actions,
  says,
  children,
}: {
  readonly actions: Actions;
  readonly says: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="toolbar list-bar">
      <span className="summary-line">{says}</span>
      <output className={actions.outcome?.isError ? "outcome red" : "outcome"}>
        {actions.outcome?.text ?? ""}
      </output>
      <span className="grow" />
      {children}
      <ReadingSwitch />
    </div>
  );
}
