import { ApiError, createClient, type Send } from "@souk/client";
import type { Settings } from "../config/settings.ts";

/** An access token and its scopes, separated by commas. */
export interface ExchangedToken {
  access_token: string;
  scope: string;
}

/**
 * Exchange an authorization code for an access token (INS-8).
 *
 * During a rotation the app may have an old secret. The platform rejects the old secret, but the code stays valid
 * (INS-11), so the next secret is tried.
 *
 * @param origin the origin of the store's API, from a verified query; the secret is sent only there
 * @throws ApiError with the platform's code: `redeem_timeout`, `code_already_redeemed` or `client_not_granted`
 */
export async function exchangeCode(
  { code, code_verifier, origin }: { code: string; code_verifier: string; origin: string },
  { clientId, secrets }: Pick<Settings, "clientId" | "secrets">,
  send: Send,
): Promise<ExchangedToken> {
  const { oauth } = createClient({ origin, token: "", send });
  let lastError: unknown = new TypeError("An exchange needs a client secret.");
  for (const client_secret of secrets) {
    try {
      return await oauth.access_token({ body: { code, client_id: clientId, client_secret, code_verifier } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "client_not_granted")) throw error;
      lastError = error;
    }
  }
  throw lastError;
}
