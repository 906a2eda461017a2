import { createRoot } from "react-dom/client";
import { takeKeyFromAddress } from "./api/client.ts";
import { App } from "./app.tsx";
import "./styles/themes.css";
import "./styles/base.css";
import "./styles/chart.css";
import "./styles/items.css";
import "./styles/compaction.css";
import "./styles/ledgers.css";
import "./styles/artifacts.css";
import "./styles/playground.css";
import "./styles/narrow.css";
import { startTheme } from "./theme.ts";

startTheme();
takeKeyFromAddress();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
