import type { IncomingMessage } from "node:http";
import type { ShopClient } from "@souk/app-sdk";
import type { Sync } from "../sync.ts";
import { passIn } from "./pass-cookie.ts";

/** Who sent a request of the app's own page: somebody in this shop, or why not. */
export type Caller = { ok: true; api: ShopClient } | { ok: false; code: string; message: string };

/**
 * Finds out who calls: by the session token that the page in the admin sends, or by the cookie of a tab.
 * @param shop the one whose stock is asked for; a proof for another one counts for nothing here
 */
export async function whoCalls(
  request: IncomingMessage,
  shop: string,
  { app, passes }: Sync,
): Promise<Caller> {
  if (request.headers.authorization !== undefined) {
    const verdict = await app.authenticate(request);
    if (!verdict.ok) return refused(verdict.reason, "Reload the page: who you are could not be proven.");
    return verdict.shop === shop ? { ok: true, api: verdict.api } : wrongShop;
  }
  // A cookie is sent by the browser itself, so other sites could make it send one (Fetch Metadata, section 2.2).
  if (request.headers["sec-fetch-site"] !== "same-origin")
    return refused("foreign_page", "Only the app's own page may ask for this.");
  const known = passes.read(passIn(request.headers.cookie), "tab");
  if (known === null) return refused("pass_missing", "Open the app again from the admin of your shop.");
  return known === shop ? { ok: true, api: app.shop(shop) } : wrongShop;
}

const wrongShop = refused("wrong_shop", "This page belongs to another shop.");

function refused(code: string, message: string): Caller & { ok: false } {
  return { ok: false, code, message };
}
