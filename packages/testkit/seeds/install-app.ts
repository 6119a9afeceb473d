import { scopeNames } from "@souk/contract";
import type { Browser } from "../browser.ts";
import type { ReachedPlatform } from "../test-platform.ts";
import type { SeededApp } from "./register-app.ts";
import type { SeededStore } from "./seed-store.ts";

/** The credentials of an app after its installation. */
export interface Grant {
  token: string;
  /** Comma-separated. */
  scope: string;
}

export interface Installing {
  store: Pick<SeededStore, "origin" | "host_url"> & { owner: { browser: Browser } };
  app: SeededApp;
  /** The granted scopes; every scope when omitted. */
  scopes?: readonly string[];
}

/** Install an app as people and apps do: the consent page, Approve, and the exchange of the code (INS-3 to INS-8). */
export async function installApp(testing: ReachedPlatform, installing: Installing): Promise<Grant> {
  const { store, app } = installing;
  const code = await approve(installing);
  const { client_id, client_secret } = app;
  const answer = await testing.request(`${store.origin}/api/3.0/oauth/access_token.json`, {
    method: "POST",
    json: { code, client_id, client_secret },
  });
  if (answer.status !== 200) throw new Error(`The token exchange answered ${answer.status}: ${answer.text}`);
  const { access_token, scope } = answer.json<{ access_token: string; scope: string }>();
  return { token: access_token, scope };
}

async function approve({ store, app, scopes = scopeNames }: Installing): Promise<string> {
  const { browser } = store.owner;
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: scopes.join(","),
    redirect_uri: app.redirection_url,
  });
  const consent = await browser.follow(await browser.open(`${store.host_url}/oauth/authorize?${query}`));
  const end = await browser.follow(await browser.press(consent, "Approve"));
  if (!end.leadsTo.startsWith(`${app.redirection_url}?`))
    throw new Error(`Approval led to ${end.leadsTo || end.url} (${end.status}): ${end.text}`);
  return new URL(end.leadsTo).searchParams.get("code") ?? "";
}
