import type { Ground } from "../ground.ts";
import { signState } from "./state.ts";

/** Where a merchant is asked for consent: `{host_url}/oauth/authorize` with what this app needs (INS-22). */
export function authorizeAddress(at: { shop: string; host_url: string }, ground: Ground): string {
  const { clientId, scopes, redirectUrl, secrets } = ground.settings;
  const [secret = ""] = secrets;
  const query = new URLSearchParams({
    client_id: clientId,
    scope: scopes.join(","),
    redirect_uri: redirectUrl,
    state: signState(at.shop, ground.now(), secret),
  });
  return `${at.host_url}/oauth/authorize?${query}`;
}

/** The page in the shop's admin where the installed app is open. */
export function installedAddress({ host_url }: { host_url: string }, { settings }: Ground): string {
  return `${host_url}/apps/installed/${encodeURIComponent(settings.clientId)}`;
}
