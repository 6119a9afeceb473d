import { type Client, createClient, type Send } from "@souk/client";
import type { AppContext } from "../context.ts";
import type { Installation } from "../stores/token-store.ts";
import { getStoreOrigin } from "../verify/host-url.ts";
import { NotInstalledError } from "./not-installed-error.ts";
import { createRetryingSend, type RetryOptions } from "./retrying-send.ts";

/** A store's API. It has every operation of 3.0 and 4.0 under the operation's id, for example `shop.products.list()`. */
export type StoreClient = Client;

/**
 * Create the API client of one store. It loads the store's access token for every call, so the same client continues to work
 * after a reinstallation.
 *
 * If the platform rejects the token as invalid or revoked, the installation is deleted, so that the next load of the App URL
 * installs the app again.
 */
export function createStoreClient(shop: string, context: AppContext, retry: RetryOptions = {}): StoreClient {
  const sendWithToken: Send = async (path, init) => {
    const installation = await context.store.load(shop);
    if (installation === null) throw new NotInstalledError(shop);
    return createRetryingSend(createInstallationSend(installation, context), retry)(path, init);
  };
  return createClient({ origin: "", token: "", send: sendWithToken });
}

/** Create a sender of requests to an installation's store with the installation's token. */
export function createInstallationSend(
  installation: Installation,
  { store, send }: Pick<AppContext, "store" | "send">,
): Send {
  const { shop, host_url, access_token } = installation;
  const origin = getStoreOrigin(shop, host_url);
  return async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set("service-access-token", access_token);
    const response = await send(`${origin}${path}`, { ...init, headers });
    // guard sdk-dead-token: with `store.load(shop)` instead of `store.remove(shop, access_token)`, installation-lifecycle.test.ts fails at `access token was revoked`
    if (response.status === 401 && (await isTokenRevoked(response.clone())))
      await store.remove(shop, access_token);
    return response;
  };
}

// The code for a disabled app is not in this list, because its token works again when the app is enabled (INS-18).
const revokedCodes: readonly unknown[] = ["token_revoked", "token_invalid"];

async function isTokenRevoked(response: Response): Promise<boolean> {
  try {
    const { error } = (await response.json()) as { error?: { code?: unknown } };
    return revokedCodes.includes(error?.code);
  } catch {
    return false;
  }
}
