import { type Client, createClient, type Send } from "@souk/client";
import type { Ground } from "../ground.ts";
import type { Installation } from "../stores/token-store.ts";
import { shopOrigin } from "../verify/host-url.ts";
import { NotInstalledError } from "./not-installed-error.ts";
import { type RetryOptions, retrying } from "./retrying.ts";

/** A shop's API: every operation of 3.0 and 4.0 under its id, such as `shop.products.list()`. */
export type ShopClient = Client;

/**
 * Makes the client of one shop. It takes the shop's token from the store for every call, so it may be kept, and one that is
 * made before a reinstallation goes on after it.
 *
 * A token that the platform calls invalid or revoked is forgotten, so that the next load of the App URL installs the app again.
 */
export function shopClient(shop: string, ground: Ground, retry: RetryOptions = {}): ShopClient {
  const loaded: Send = async (path, init) => {
    const installation = await ground.store.load(shop);
    if (installation === null) throw new NotInstalledError(shop);
    return retrying(sendAs(installation, ground), retry)(path, init);
  };
  return createClient({ origin: "", token: "", send: loaded });
}

/** Sends a path with an installation's token to its shop. */
export function sendAs(installation: Installation, { store, send }: Pick<Ground, "store" | "send">): Send {
  const { shop, host_url, access_token } = installation;
  const origin = shopOrigin(shop, host_url);
  return async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set("service-access-token", access_token);
    const answer = await send(`${origin}${path}`, { ...init, headers });
    if (answer.status === 401 && (await saysTokenIsDead(answer.clone())))
      await store.remove(shop, access_token);
    return answer;
  };
}

// A disabled app's token lives again when the app is enabled (INS-18).
const dead: readonly unknown[] = ["token_revoked", "token_invalid"];

async function saysTokenIsDead(answer: Response): Promise<boolean> {
  try {
    const { error } = (await answer.json()) as { error?: { code?: unknown } };
    return dead.includes(error?.code);
  } catch {
    return false;
  }
}
