import { ApiError, createClient, type Send } from "@souk/client";
import type { Settings } from "../config/settings.ts";

export interface ExchangedToken {
  access_token: string;
  scope: string;
}

/**
 * Redeems an authorization code (INS-8).
 *
 * During a rotation a secret that is gone leaves the code redeemable (INS-11), so the next one is tried.
 *
 * @param origin the API of the shop in a verified query: the one place that the secret is sent to
 * @throws ApiError with the platform's code: `redeem_timeout`, `code_already_redeemed` or `client_not_granted`
 */
export async function exchangeCode(
  { code, origin }: { code: string; origin: string },
  { clientId, secrets }: Pick<Settings, "clientId" | "secrets">,
  send: Send,
): Promise<ExchangedToken> {
  const { oauth } = createClient({ origin, token: "", send });
  let refused: unknown = new TypeError("An exchange needs a client secret.");
  for (const client_secret of secrets) {
    try {
      return await oauth.access_token({ body: { code, client_id: clientId, client_secret } });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "client_not_granted")) throw error;
      refused = error;
    }
  }
  throw refused;
}
