import { ApiError, createClient, type Send } from "@souk/client";
import type { Settings } from "../config/settings.ts";

export interface ExchangedToken {
  access_token: string;
  scope: string;
}

/**
 * Redeem an authorization code (INS-8).
 *
 * During a rotation a retired secret leaves the code redeemable (INS-11), so the next secret is tried.
 *
 * @param origin the API of the store in a verified query: the only place that the secret is sent to
 * @throws ApiError with the platform's code: `redeem_timeout`, `code_already_redeemed` or `client_not_granted`
 */
export async function exchangeCode(
  { code, origin }: { code: string; origin: string },
  { clientId, secrets }: Pick<Settings, "clientId" | "secrets">,
  send: Send,
): Promise<ExchangedToken> {
  const { oauth } = createClient({ origin, token: "", send });
  let lastError: unknown = new TypeError("An exchange needs a client secret.");
  for (const client_secret of secrets) {
    try {
      return await oauth.access_token({ body: { code, client_id: clientId, client_secret } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "client_not_granted")) throw error;
      lastError = error;
    }
  }
  throw lastError;
}
