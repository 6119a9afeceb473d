import type { IncomingMessage } from "node:http";
import type { Right, StoreClient } from "@souk/app-sdk";
import type { Sync } from "../sync.ts";
import { readTokenCookie } from "./token-cookie.ts";

/**
 * The result of identifying a caller: an API client for the user's store and the rights that the user has there, or the reason for
 * the rejection.
 */
export type Caller =
  | { ok: true; api: StoreClient; rights: readonly Right[] }
  | { ok: false; code: string; message: string };

/**
 * Identify the caller by the session token that a page embedded in the admin sends, or by the cookie of a page in its own
 * browser tab.
 * @param shop the store whose stock is requested; a token or a cookie for another store is rejected
 */
export async function identifyCaller(
  request: IncomingMessage,
  shop: string,
  { app, tokens }: Sync,
): Promise<Caller> {
  if (request.headers.authorization !== undefined) {
    const verdict = await app.authenticate(request);
    if (!verdict.ok)
      return createRejection(verdict.reason, "Your session could not be verified. Reload the page.");
    return verdict.shop === shop
      ? { ok: true, api: verdict.api, rights: verdict.rights }
      : wrongStoreRejection;
  }
  // Browsers add cookies to requests automatically, so other sites could send requests with this cookie. The browser states
  // the origin of the request in `sec-fetch-site` (Fetch Metadata, section 2.2).
  if (request.headers["sec-fetch-site"] !== "same-origin")
    return createRejection("foreign_page", "Only the app's own page can send this request.");
  const tokenShop = tokens.verify(readTokenCookie(request.headers.cookie), "tab");
  if (tokenShop === null)
    return createRejection("token_missing", "Open the app again from your store's admin.");
  return tokenShop === shop ? { ok: true, api: app.shop(shop), rights: tabRights } : wrongStoreRejection;
}

/** A tab's cookie identifies the store but no person, so nobody can change stock in a tab. */
const tabRights: readonly Right[] = ["products.view", "stock.view"];

const wrongStoreRejection = createRejection("wrong_store", "This page belongs to another store.");

function createRejection(code: string, message: string): Caller & { ok: false } {
  return { ok: false, code, message };
}
