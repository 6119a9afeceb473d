import assert from "node:assert/strict";
import { type Answer, type Page, pageForms } from "@souk/testkit";
import type { App } from "./apps.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import type { Merchant } from "./people.ts";
import { createStoreApi, type StoreApi } from "./store-api.ts";

/** An app installed in a store, with its token. */
export interface Installed {
  app: App;
  merchant: Merchant;
  token: string;
  scope: string;
  api: StoreApi;
  /** The installation's id in the store's console. */
  id: number;
}

/** An installed app as the merchant sees it. */
export interface InstalledRecord {
  id: number;
  client_id: string;
  status: string;
}

/** Build the URL of the consent page that an app sends the browser to (INS-3). */
export function buildAuthorizeUrl(
  merchant: Merchant,
  app: Pick<App, "client_id" | "redirection_url">,
  scopes: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: scopes.join(","),
    redirect_uri: app.redirection_url,
    ...extra,
  });
  return `${merchant.store.host_url}/oauth/authorize?${query}`;
}

type Choice = "approve" | "refuse";
const labelPatterns: Record<Choice, RegExp> = {
  approve: /^(install|approve|allow|accept|update|grant)/i,
  refuse: /^(cancel|refuse|do not|don.t|decline|deny|not now|back)/i,
};

function findButton(page: Page, choice: Choice): string {
  const labels = pageForms(page.text).flatMap(({ buttons }) => [...buttons.keys()]);
  const label = labels.find((text) => labelPatterns[choice].test(text));
  return (
    label ?? assert.fail(`${page.url} (${page.status}) has no button to ${choice}: ${labels.join(", ")}`)
  );
}

/** Press a button of a consent page and follow the platform's redirect. */
export async function submitConsent(merchant: Merchant, consent: Page, choice: Choice): Promise<Page> {
  const { browser } = merchant;
  return browser.follow(await browser.press(consent, findButton(consent, choice)));
}

/** Approve an app on its consent page and return the address that the browser came to at the app. */
export async function approve(
  merchant: Merchant,
  app: App,
  scopes: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const consent = await merchant.browser.follow(
    await merchant.browser.open(buildAuthorizeUrl(merchant, app, scopes, extra)),
  );
  const end = await submitConsent(merchant, consent, "approve");
  assert.ok(end.url.startsWith(app.receiver.url), `approval led to ${end.url} (${end.status})`);
  return new URL(end.url);
}

/** Approve an app and return the code that the platform hands to it. */
export async function obtainCode(merchant: Merchant, app: App, scopes: readonly string[]): Promise<string> {
  const arrived = await approve(merchant, app, scopes);
  return arrived.searchParams.get("code") ?? assert.fail(`no code in ${arrived}`);
}

/** Send a code to the token endpoint of a store, as the app's server does. */
export function exchangeCode(
  fixture: ConformanceFixture,
  handle: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  return createStoreApi(fixture, handle).post("/3.0/oauth/access_token.json", body);
}

/** Build the request body for the exchange of a code. */
export function buildExchangeBody(app: App, code: string): Record<string, string> {
  return { code, client_id: app.client_id, client_secret: app.client_secret };
}

/** Find the store's record of an installed app. */
export async function findInstalledRecord(
  merchant: Merchant,
  app: App,
): Promise<InstalledRecord | undefined> {
  const answer = await merchant.callStore("GET", "/apps.json?limit=250");
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ apps: InstalledRecord[] }>().apps.find(({ client_id }) => client_id === app.client_id);
}

export async function uninstall({ merchant, id }: Installed): Promise<Answer> {
  return merchant.callStore("DELETE", `/apps/${id}.json`);
}

/**
 * Install an app in a store, from the consent page to the token; it is uninstalled when the fixture closes.
 */
export async function install(
  fixture: ConformanceFixture,
  merchant: Merchant,
  { app, scopes }: { app: App; scopes: readonly string[] },
): Promise<Installed> {
  const { handle } = merchant.store;
  const code = await obtainCode(merchant, app, scopes);
  const answer = await exchangeCode(fixture, handle, buildExchangeBody(app, code));
  assert.equal(answer.status, 200, `the exchange: ${answer.text}`);
  const { access_token: token, scope } = answer.json<{ access_token: string; scope: string }>();
  const record = await findInstalledRecord(merchant, app);
  assert.ok(record, "the app is not in the store's list");
  const installed = {
    app,
    merchant,
    token,
    scope,
    api: createStoreApi(fixture, handle, token),
    id: record.id,
  };
  fixture.onClose(async () => void (await uninstall(installed)));
  return installed;
}
