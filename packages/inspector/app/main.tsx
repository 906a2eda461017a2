import { createRoot } from "react-dom/client";
import { takeKeyFromAddress } from "./api/client.ts";
import { App } from "./app.tsx";
import "./styles.css";

takeKeyFromAddress();
const root = document.getElementById("root");
if (root) createRoot(root).render(<App />);
