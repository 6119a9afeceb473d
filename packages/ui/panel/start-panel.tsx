import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { browserSend, browserWait } from "./browser-world.ts";
import { type Panel, panelOf } from "./panel-context.ts";
import { readNonce, readPanelData } from "./panel-data.ts";
import { PanelProvider } from "./panel-provider.tsx";
import { panelQueryClient, signInAddress } from "./query-client.ts";
import { patientSend } from "./send.ts";

/**
 * Draws a panel into the document's root.
 * @param product what stands beside the mark: Admin, Partners
 * @param app makes the panel's router and pages
 */
export function startPanel({ product, app }: { product: string; app: (panel: Panel) => ReactNode }): void {
  const place = document.getElementById("root");
  if (!place) throw new Error("The document has no element with the id root.");
  const send = patientSend(browserSend, browserWait);
  const nonce = readNonce(document);
  const panel = panelOf(readPanelData(document), { product, nonce, send });
  // What keeps the page still behind a dialog (react-remove-scroll) adds a style with the nonce that it finds here.
  Object.assign(window, { __webpack_nonce__: nonce });
  const queries = panelQueryClient(() => window.location.assign(signInAddress(window.location)));
  createRoot(place).render(
    <PanelProvider panel={panel} queries={queries}>
      {app(panel)}
    </PanelProvider>,
  );
}
