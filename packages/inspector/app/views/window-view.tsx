import type { WindowNow } from "plimsoll/inspection";
import { useState } from "react";
import { send, sessionPath } from "../api/client.ts";
import { useResource } from "../api/use-resource.ts";
import { saveBlob } from "../chart/save-chart.ts";
import { BusyButton } from "../parts/busy-button.tsx";
import { ItemCard } from "../parts/item-card.tsx";
import { ListBar } from "../parts/list-bar.tsx";
import { Empty, Shown } from "../parts/states.tsx";
import { useActions } from "../parts/use-action.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { failureText } from "../words/server-text.ts";
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
  const { say, named, percent } = useWords();
  const actions = useActions(session);
  return (
    <>
      <ListBar actions={actions} says={<WindowSize window={window} />}>
        <WireButtons session={session} />
      </ListBar>
      <ul className="keys">
        {[...new Set(window.items.map(({ reason }) => reason))].map((reason) => (
          <li key={reason} className={`reason reason-${reason}`}>
            {named("reason", reason)}
          </li>
        ))}
      </ul>
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
              <span className="small share">{row.share < 0.005 ? "<1%" : percent(row.share)}</span>
              {row.reason === "summary" || row.reason === "role" ? null : (
                <BusyButton
                  className="quiet"
                  isBusy={actions.isBusy}
                  onClick={() => void actions.run({ action, item: row.id })}
                >
                  {say(action)}
                </BusyButton>
              )}
            </ItemCard>
          );
        }}
      </VirtualList>
    </>
  );
}

/** The whole window as it goes over the wire. */
function WireButtons({ session }: { readonly session: string }) {
  const words = useWords();
  const { say } = words;
  const [told, setTold] = useState("");
  const take = async (how: "copied" | "saved"): Promise<void> => {
    try {
      const json = await (await send(sessionPath(session, "window/raw"))).text();
      if (how === "copied") await navigator.clipboard.writeText(json);
      else saveBlob(new Blob([json], { type: "application/json" }), `window-${nameOf(session)}.json`);
      setTold(say(how, { n: words.number(json.length) }));
    } catch (error) {
      setTold(failureText(error, words));
    }
  };
  return (
    <>
      <output className="muted small">{told}</output>
      <button type="button" onClick={() => void take("copied")}>
        {say("copyWire")}
      </button>
      <button type="button" onClick={() => void take("saved")}>
        {say("saveWire")}
      </button>
    </>
  );
}

const nameOf = (session: string): string => session.replaceAll(/[^\w.-]+/g, "-").slice(0, 60);

function WindowSize({ window }: { readonly window: WindowNow }) {
  const { say, number, short, percent } = useWords();
  return (
    <>
      <b>{say("nItems", { n: number(window.total) })}</b> · ≈ {say("nTokens", { n: number(window.tokens) })}
      {window.max > 0
        ? ` · ${say("ofWindow", { share: percent(window.tokens / window.max), max: short(window.max) })}`
        : ""}
    </>
  );
}
