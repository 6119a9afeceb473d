import type { AppContext } from "../context.ts";
import { computeCodeChallenge, deriveCodeVerifier } from "./code-verifier.ts";
import { signState } from "./state.ts";

/**
 * Build the URL of the consent page: `{host_url}/oauth/authorize` with this app's parameters (INS-22) and a PKCE challenge.
 */
export function buildAuthorizeUrl(target: { shop: string; host_url: string }, context: AppContext): string {
  const { clientId, scopes, redirectUrl, secrets } = context.settings;
  const [secret = ""] = secrets;
  const state = signState(target.shop, context.now(), secret);
  const query = new URLSearchParams({
    client_id: clientId,
    scope: scopes.join(","),
    redirect_uri: redirectUrl,
    state,
    code_challenge: computeCodeChallenge(deriveCodeVerifier(state, secret)),
    code_challenge_method: "S256",
  });
  return `${target.host_url}/oauth/authorize?${query}`;
}

/** Build the URL of the page in the store's admin that shows the installed app. */
export function buildInstalledUrl({ host_url }: { host_url: string }, { settings }: AppContext): string {
  return `${host_url}/apps/installed/${encodeURIComponent(settings.clientId)}`;
}
