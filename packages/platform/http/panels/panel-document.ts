import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PanelData } from "@souk/contract";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import type { PanelName } from "../../infrastructure/routing/page.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Config } from "../../runtime/config/index.ts";

/** The folders of the built panels. */
export type PanelFolders = Readonly<Record<PanelName, string>>;

/** The placeholder of the nonce in the built document. */
const nonceMark = "__SOUK_NONCE__";
/** The placeholder of the data block in the built document. */
const dataMark = "<!--souk-panel-data-->";

// The only way out of a data block is a closing tag; escaped, none can be written into it.
function dataBlock(data: PanelData): string {
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="panel">${text}</script>`;
}

/** Build the data of a panel for its visitor. */
export function panelData(
  visitor: { signed_in: SignedIn; store: (Store & { name: string }) | null },
  { mode, addresses }: { mode: Config["mode"]; addresses: Addresses },
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
    store: store && shown(store, signed_in),
    mode,
    addresses: {
      admin: adminOrigin,
      partners: partnersOrigin,
      files: filesOrigin,
      docs: `${partnersOrigin}/docs`,
      domain,
    },
  };
}

function shown(store: Store & { name: string }, { role, scopes }: SignedIn): PanelData["store"] {
  const { id, handle, name, domain, host_url, currency_code, timezone, suspended } = store;
  const may = { role: role ?? ("staff" as const), scopes: [...scopes] };
  return { id, handle, name, domain, host_url, currency_code, timezone, suspended, ...may };
}

/**
 * Build the document of a panel for one visitor. The file is read each time, so that a new build shows
 * without a restart.
 * @returns null when the panel was not built
 */
export async function panelDocument(
  folder: string,
  { nonce, data }: { nonce: string; data: PanelData },
): Promise<string | null> {
  const built = await readFile(join(folder, "index.html"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (built === null) return null;
  return built.replaceAll(nonceMark, nonce).replace(dataMark, () => dataBlock(data));
}
