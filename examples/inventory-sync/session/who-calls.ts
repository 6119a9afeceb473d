import type { IncomingMessage } from "node:http";
import type { StoreClient } from "@souk/app-sdk";
import type { Sync } from "../sync.ts";
import { readTokenCookie } from "./token-cookie.ts";

/** Caller of the app's own page: a user of this store, or the reason for the rejection. */
export type Caller = { ok: true; api: StoreClient } | { ok: false; code: string; message: string };

/**
 * Identify the caller by the session token that the page in the admin sends, or by the cookie of a tab.
 * @param shop the store whose stock is requested; proof for another store is rejected
 */
export async function whoCalls(
  request: IncomingMessage,
  shop: string,
  { app, tokens }: Sync,
): Promise<Caller> {
  if (request.headers.authorization !== undefined) {
    const verdict = await app.authenticate(request);
    if (!verdict.ok)
      return createRejection(verdict.reason, "Your session could not be verified. Reload the page.");
    return verdict.shop === shop ? { ok: true, api: verdict.api } : wrongStore;
  }
  // A cookie is sent by the browser itself, so other sites could make it send one (Fetch Metadata, section 2.2).
  if (request.headers["sec-fetch-site"] !== "same-origin")
    return createRejection("foreign_page", "Only the app's own page can send this request.");
  const known = tokens.verify(readTokenCookie(request.headers.cookie), "tab");
  if (known === null) return createRejection("token_missing", "Open the app again from your store's admin.");
  return known === shop ? { ok: true, api: app.shop(shop) } : wrongStore;
}

const wrongStore = createRejection("wrong_store", "This page belongs to another store.");

function createRejection(code: string, message: string): Caller & { ok: false } {
  return { ok: false, code, message };
}
