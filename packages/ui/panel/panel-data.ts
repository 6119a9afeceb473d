import type { PanelData } from "@souk/contract";

/** Read the panel's data from its document. @throws Error if the document has no data block */
export function readPanelData(panelDocument: Document): PanelData {
  const block = panelDocument.getElementById("panel");
  if (!block?.textContent) throw new Error("The page has no data block with the ID panel.");
  return JSON.parse(block.textContent) as PanelData;
}

/** Return the document's CSP nonce, with which styles may be added. Vite writes it into the document. */
export function readNonce(panelDocument: Document): string {
  const meta = panelDocument.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute("nonce") || "";
}
