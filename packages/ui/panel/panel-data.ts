import type { PanelData } from "@souk/contract";

/** Read the data block of the document. */
export function readPanelData(page: Document): PanelData {
  const block = page.getElementById("panel");
  if (!block?.textContent) throw new Error("The page has no data block with the ID panel.");
  return JSON.parse(block.textContent) as PanelData;
}

/** Return the nonce with which styles may be added. Vite writes it into the document. */
export function readNonce(page: Document): string {
  const meta = page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce || meta?.getAttribute("nonce") || "";
}
