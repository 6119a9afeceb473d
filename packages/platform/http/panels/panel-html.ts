import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PanelData } from "@souk/contract";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import type { PanelName } from "../../infrastructure/routing/page.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Config } from "../../runtime/config/index.ts";

/** The folders of the built panels. */
export type PanelFolders = Readonly<Record<PanelName, string>>;

/** The placeholder for the nonce in the built HTML file. */
const noncePlaceholder = "__SOUK_NONCE__";
/** The placeholder for the data block in the built HTML file. */
const dataPlaceholder = "<!--souk-panel-data-->";

// Escaping "<" prevents data that contains "</script>" from ending the block.
function renderDataBlock(data: PanelData): string {
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="panel">${text}</script>`;
}

/** Build the data that a panel starts with, for its visitor. */
export function buildPanelData(
  visitor: { signed_in: SignedIn; store: (Store & { name: string }) | null },
  {
    mode,
    isPublicDevelopment,
    addresses,
  }: { mode: Config["mode"]; isPublicDevelopment: boolean; addresses: Addresses },
): PanelData {
  const { signed_in, store } = visitor;
  const { account_id, email, name, is_staff, csrf_token, expires_at } = signed_in;
  const { adminOrigin, partnersOrigin, filesOrigin, domain } = addresses;
  return {
    session: {
      account: { id: account_id, email, name, is_staff },
      csrf_token,
      expires_at: expires_at.toISOString(),
    },
    store: store && buildStoreData(store, signed_in),
    mode,
    is_public_development: isPublicDevelopment,
    addresses: {
      admin: adminOrigin,
      partners: partnersOrigin,
      files: filesOrigin,
      docs: `${partnersOrigin}/docs`,
      domain,
    },
  };
}

function buildStoreData(store: Store & { name: string }, { role, rights }: SignedIn): PanelData["store"] {
  const { id, handle, name, domain, host_url, currency_code, timezone, suspended } = store;
  const access = { role: role ?? ("custom" as const), rights: [...rights] };
  return { id, handle, name, domain, host_url, currency_code, timezone, suspended, ...access };
}

/**
 * Render the HTML of a panel for one visitor. It reads the built HTML file each time, so that a new build is served without a
 * restart.
 * @returns null if the panel is not built
 */
export async function renderPanelHtml(
  folder: string,
  { nonce, data }: { nonce: string; data: PanelData },
): Promise<string | null> {
  const template = await readFile(join(folder, "index.html"), "utf8").catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    },
  );
  if (template === null) return null;
  return template.replaceAll(noncePlaceholder, nonce).replace(dataPlaceholder, () => renderDataBlock(data));
}
