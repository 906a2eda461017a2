import type { WindowNow } from "plimsoll/inspection";
import { sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { ItemCard } from "../parts/item-card.tsx";
import { Empty, Shown } from "../parts/states.tsx";
import { useActions } from "../parts/use-action.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { useWords } from "../words/use-words.ts";

/** The exact window in order, and why each item is there. */
export function WindowView({ session }: { readonly session: string }) {
  const { say } = useWords();
  const now = useResource<WindowNow>(sessionPath(session, "window"), session);
  return (
    <Shown of={now}>
      {(window) =>
        window.total === 0 ? (
          <Empty title={say("emptyWindow")} hint={say("emptyWindowHint")} />
        ) : (
          <WindowList window={window} session={session} />
        )
      }
    </Shown>
  );
}

function WindowList({ window, session }: { readonly window: WindowNow; readonly session: string }) {
  const { say, named, number, short, percent } = useWords();
  const actions = useActions(session);
  return (
    <>
      <p className="summary-line">
        <b>{say("nItems", { n: number(window.total) })}</b> · {say("nTokens", { n: number(window.tokens) })}
        {window.max > 0
          ? ` · ${percent(window.tokens / window.max)} ${say("maxWindow")} ${short(window.max)}`
          : ""}
        <output className={actions.outcome?.isError ? "outcome red" : "outcome"}>
          {actions.outcome?.text ?? ""}
        </output>
      </p>
      <div className="strip" aria-hidden="true">
        {window.items.map((item, index) => (
          <span
            key={`${index} ${item.id}`}
            className={`reason-${item.reason}`}
            style={{ flexGrow: Math.max(item.tokens, 1) }}
          />
        ))}
      </div>
      <VirtualList
        count={window.items.length}
        label={say("windowNow")}
        keyOf={(index) => `${index} ${window.items[index]?.id ?? ""}`}
      >
        {(index) => {
          const row = window.items[index];
          if (!row) return null;
          const action = row.reason === "protected" ? "release" : "protect";
          return (
            <ItemCard row={row} session={session}>
              <span className={`tag reason reason-${row.reason}`}>{named("reason", row.reason)}</span>
              <span className="small share">{percent(row.share)}</span>
              {row.reason === "summary" || row.reason === "role" ? null : (
                <button
                  type="button"
                  className="quiet"
                  disabled={actions.isBusy}
                  onClick={() => void actions.run({ action, item: row.id })}
                >
                  {say(action)}
                </button>
              )}
            </ItemCard>
          );
        }}
      </VirtualList>
    </>
  );
}
