import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { loadLocale, type MessageCatalog } from "../i18n/load-locale.ts";
import type { Messages, Texts, Translation } from "../i18n/message-types.ts";
import type { messages } from "../messages/en.ts";
import { texts } from "../texts.ts";
import { browserRandom, browserSend, browserWait } from "./browser-environment.ts";
import { createPanel, type Panel } from "./panel-context.ts";
import { readNonce, readPanelData } from "./panel-data.ts";
import { PanelProvider } from "./panel-provider.tsx";
import { buildRequiredPageUrl, createPanelQueryClient } from "./query-client.ts";
import { sendWithRetry } from "./send.ts";

const sharedCatalog: MessageCatalog<typeof messages> = {
  texts,
  translations: import.meta.glob<{ messages: Translation<typeof messages> }>([
    "../messages/*.ts",
    "!../messages/en.ts",
  ]),
};

interface StartPanelOptions<M extends Messages> {
  /** The panel's texts and their translations. */
  catalog: MessageCatalog<M>;
  /** Return the panel's name beside the logo, such as Admin. */
  getPanelName: (texts: Texts<M>) => string;
  /** Render the panel's router, which renders its pages. */
  renderApp: (panel: Panel) => ReactNode;
}

/** Render a panel into the document's root, in the document's language if the panel is translated. */
export async function startPanel<M extends Messages>({
  catalog,
  getPanelName,
  renderApp,
}: StartPanelOptions<M>): Promise<void> {
  await loadLocale(document.documentElement.lang, { panel: catalog, shared: sharedCatalog });
  const panelName = getPanelName(catalog.texts);
  const rootElement = document.getElementById("root");
  if (!rootElement) throw new Error("The page has no element with the ID root.");
  const send = sendWithRetry(browserSend, browserWait, browserRandom);
  const nonce = readNonce(document);
  const panel = createPanel(readPanelData(document), { panelName, nonce, send });
  // react-remove-scroll, which prevents scrolling behind a dialog, reads the nonce of its style from here.
  Object.assign(window, { __webpack_nonce__: nonce });
  const queryClient = createPanelQueryClient((error) => {
    const url = buildRequiredPageUrl(error, window.location);
    if (url !== null) window.location.assign(url);
  });
  createRoot(rootElement).render(
    <PanelProvider panel={panel} queryClient={queryClient}>
      {renderApp(panel)}
    </PanelProvider>,
  );
}
