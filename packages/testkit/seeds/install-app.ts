import { scopeNames } from "@souk/contract";
import type { Browser, Page } from "../browser.ts";
import type { PlatformClient } from "../test-platform.ts";
import type { SeededApp } from "./register-app.ts";
import type { SeededStore } from "./seed-store.ts";
import { testPassword } from "./sign-up.ts";

/** The access token of an installed app and the token's scopes. */
export interface Grant {
  token: string;
  /** Scopes, separated by commas. */
  scope: string;
}

export interface InstallRequest {
  store: Pick<SeededStore, "origin" | "host_url"> & { owner: { browser: Browser } };
  app: SeededApp;
  /** The scopes to grant. Defaults to all scopes. */
  scopes?: readonly string[];
}

/**
 * Install an app over HTTP: approve it on the consent page in the owner's browser, and exchange the authorization code for
 * an access token (INS-3 to INS-8).
 */
export async function installApp(platform: PlatformClient, request: InstallRequest): Promise<Grant> {
  const { store, app } = request;
  const code = await approveApp(request);
  const { client_id, client_secret } = app;
  const response = await platform.request(`${store.origin}/api/3.0/oauth/access_token.json`, {
    method: "POST",
    json: { code, client_id, client_secret },
  });
  if (response.status !== 200)
    throw new Error(`The token exchange responded with ${response.status}: ${response.text}`);
  const { access_token, scope } = response.json<{ access_token: string; scope: string }>();
  return { token: access_token, scope };
}

/** Approve the app on the consent page. @returns the authorization code */
async function approveApp({ store, app, scopes = scopeNames }: InstallRequest): Promise<string> {
  const { browser } = store.owner;
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: scopes.join(","),
    redirect_uri: app.redirection_url,
  });
  const consentPage = await confirmIdentity(
    browser,
    await browser.followRedirects(await browser.open(`${store.host_url}/oauth/authorize?${query}`)),
  );
  const { redirectTarget, url, status, text } = await browser.followRedirects(
    await browser.clickButton(consentPage, "Approve"),
  );
  if (!redirectTarget.startsWith(`${app.redirection_url}?`))
    throw new Error(
      `Approve did not redirect to the app but to ${redirectTarget || url} (${status}): ${text}`,
    );
  return new URL(redirectTarget).searchParams.get("code") ?? "";
}

/**
 * Enter the password if a page asks a signed-in person to confirm their identity.
 * @returns the page that follows, or the given page if it doesn't ask
 */
async function confirmIdentity(browser: Browser, page: Page): Promise<Page> {
  if (new URL(page.url).pathname !== "/account/verify") return page;
  return browser.followRedirects(await browser.clickButton(page, "Continue", { password: testPassword }));
}
