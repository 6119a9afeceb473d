import assert from "node:assert/strict";
import { type HttpResponse, type Page, parsePageForms } from "@souk/testkit";
import type { App } from "./apps.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import type { Merchant } from "./people.ts";
import { createStoreApi, type StoreApi } from "./store-api.ts";

/** An app that is installed in a store, with its access token. */
export interface InstalledApp {
  app: App;
  merchant: Merchant;
  token: string;
  scope: string;
  api: StoreApi;
  /** The installation's id in the store's console. */
  id: number;
}

/** The record of an installed app in the store's console. */
export interface InstalledAppRecord {
  id: number;
  client_id: string;
  status: string;
}

/** Build the URL of the consent page to which an app redirects the browser (INS-3). */
export function buildAuthorizeUrl(
  merchant: Merchant,
  app: Pick<App, "client_id" | "redirection_url">,
  scopes: readonly string[],
  extraParameters: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: scopes.join(","),
    redirect_uri: app.redirection_url,
    ...extraParameters,
  });
  return `${merchant.store.host_url}/oauth/authorize?${query}`;
}

type Choice = "approve" | "refuse";
const labelPatterns: Record<Choice, RegExp> = {
  approve: /^(install|approve|allow|accept|update|grant)/i,
  refuse: /^(cancel|refuse|do not|don.t|decline|deny|not now|back)/i,
};

function findButton(page: Page, choice: Choice): string {
  const labels = parsePageForms(page.text).flatMap(({ buttons }) => [...buttons.keys()]);
  const label = labels.find((text) => labelPatterns[choice].test(text));
  return (
    label ?? assert.fail(`${page.url} (${page.status}) has no button to ${choice}: ${labels.join(", ")}`)
  );
}

/** Click a button of a consent page and follow the platform's redirect. */
export async function submitConsent(merchant: Merchant, consentPage: Page, choice: Choice): Promise<Page> {
  const { browser } = merchant;
  return browser.followRedirects(await browser.clickButton(consentPage, findButton(consentPage, choice)));
}

/** Enter the password if a page asks for it again. @returns the page that follows, or the same page if it does not ask */
async function confirmIdentity({ browser, password }: Merchant, page: Page): Promise<Page> {
  const form = parsePageForms(page.text).find(({ fields }) => "password" in fields);
  const [button] = form?.buttons.keys() ?? [];
  if (button === undefined) return page;
  return browser.followRedirects(await browser.clickButton(page, button, { password }));
}

/** Approve an app on its consent page, and return the URL of the app to which the browser was redirected. */
export async function approveApp(
  merchant: Merchant,
  app: App,
  scopes: readonly string[],
  extraParameters: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const consentPage = await confirmIdentity(
    merchant,
    await merchant.browser.followRedirects(
      await merchant.browser.open(buildAuthorizeUrl(merchant, app, scopes, extraParameters)),
    ),
  );
  const { url, status } = await submitConsent(merchant, consentPage, "approve");
  assert.ok(url.startsWith(app.receiver.url), `approval led to ${url} (${status})`);
  return new URL(url);
}

/** Approve an app and return the authorization code that the platform sends to it. */
export async function obtainCode(merchant: Merchant, app: App, scopes: readonly string[]): Promise<string> {
  const callbackUrl = await approveApp(merchant, app, scopes);
  return callbackUrl.searchParams.get("code") ?? assert.fail(`no code in ${callbackUrl}`);
}

/** Exchange an authorization code at the token endpoint of a store, as the app's server does. */
export function exchangeCode(
  fixture: ConformanceFixture,
  handle: string,
  body: Readonly<Record<string, unknown>>,
): Promise<HttpResponse> {
  return createStoreApi(fixture, handle).post("/3.0/oauth/access_token.json", body);
}

/** Build the request body that exchanges an authorization code for a token. */
export function buildExchangeBody(app: App, code: string): Record<string, string> {
  return { code, client_id: app.client_id, client_secret: app.client_secret };
}

/** Find an app in the store's list of installed apps. */
export async function findInstalledRecord(
  merchant: Merchant,
  app: App,
): Promise<InstalledAppRecord | undefined> {
  const response = await merchant.callStore("GET", "/apps.json?limit=250");
  assert.equal(response.status, 200, response.text);
  return response
    .json<{ apps: InstalledAppRecord[] }>()
    .apps.find(({ client_id }) => client_id === app.client_id);
}

export async function uninstallApp({ merchant, id }: InstalledApp): Promise<HttpResponse> {
  return merchant.callStore("DELETE", `/apps/${id}.json`);
}

/** Install an app in a store, from the consent page to the token. The app is uninstalled when the fixture closes. */
export async function installApp(
  fixture: ConformanceFixture,
  merchant: Merchant,
  { app, scopes }: { app: App; scopes: readonly string[] },
): Promise<InstalledApp> {
  const { handle } = merchant.store;
  const code = await obtainCode(merchant, app, scopes);
  const response = await exchangeCode(fixture, handle, buildExchangeBody(app, code));
  assert.equal(response.status, 200, `the exchange: ${response.text}`);
  const { access_token: token, scope } = response.json<{ access_token: string; scope: string }>();
  const record = await findInstalledRecord(merchant, app);
  assert.ok(record, "the app is not in the store's list");
  const installedApp = {
    app,
    merchant,
    token,
    scope,
    api: createStoreApi(fixture, handle, token),
    id: record.id,
  };
  fixture.onClose(async () => void (await uninstallApp(installedApp)));
  return installedApp;
}
