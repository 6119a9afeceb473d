import assert from "node:assert/strict";
import { type Answer, type Page, pageForms } from "@souk/testkit";
import type { App } from "./apps.ts";
import type { Merchant } from "./people.ts";
import { type ShopApi, shopApi } from "./shop-api.ts";
import type { World } from "./world.ts";

/** An app in a shop, with its token. */
export interface Installed {
  app: App;
  merchant: Merchant;
  token: string;
  scope: string;
  api: ShopApi;
  /** The installation's id in the shop's console. */
  id: number;
}

/** An installed app as the merchant sees it. */
export interface InstalledRecord {
  id: number;
  client_id: string;
  status: string;
}

/** The address of the consent page that an app sends the browser to (INS-3). */
export function authorizeUrl(
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
  return `${merchant.shop.host_url}/oauth/authorize?${query}`;
}

type Choice = "approve" | "refuse";
const wordsOf: Record<Choice, RegExp> = {
  approve: /^(install|approve|allow|accept|update|grant)/i,
  refuse: /^(cancel|refuse|do not|don.t|decline|deny|not now|back)/i,
};

function buttonFor(page: Page, choice: Choice): string {
  const labels = pageForms(page.text).flatMap(({ buttons }) => [...buttons.keys()]);
  const label = labels.find((text) => wordsOf[choice].test(text));
  return (
    label ?? assert.fail(`${page.url} (${page.status}) has no button to ${choice}: ${labels.join(", ")}`)
  );
}

/** Presses a button of a consent page and goes where the platform sends the browser. */
export async function decide(merchant: Merchant, consent: Page, choice: Choice): Promise<Page> {
  const { browser } = merchant;
  return browser.follow(await browser.press(consent, buttonFor(consent, choice)));
}

/** Approves an app on its consent page; answers the address that the browser came to at the app. */
export async function approve(
  merchant: Merchant,
  app: App,
  scopes: readonly string[],
  extra: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const consent = await merchant.browser.follow(
    await merchant.browser.open(authorizeUrl(merchant, app, scopes, extra)),
  );
  const end = await decide(merchant, consent, "approve");
  assert.ok(end.url.startsWith(app.receiver.url), `approval led to ${end.url} (${end.status})`);
  return new URL(end.url);
}

/** The code that an approval hands to the app. */
export async function approvedCode(merchant: Merchant, app: App, scopes: readonly string[]): Promise<string> {
  const arrived = await approve(merchant, app, scopes);
  return arrived.searchParams.get("code") ?? assert.fail(`no code in ${arrived}`);
}

/** Sends a code to the token endpoint of a shop, as the app's server does. */
export function exchange(
  world: World,
  handle: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  return shopApi(world, handle).post("/3.0/oauth/access_token.json", body);
}

/** What the exchange of a code takes. */
export function exchangeBody(app: App, code: string): Record<string, string> {
  return { code, client_id: app.client_id, client_secret: app.client_secret };
}

/** The shop's record of an installed app, or undefined. */
export async function installedRecord(merchant: Merchant, app: App): Promise<InstalledRecord | undefined> {
  const answer = await merchant.inShop("GET", "/apps.json?limit=250");
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ apps: InstalledRecord[] }>().apps.find(({ client_id }) => client_id === app.client_id);
}

export async function uninstall({ merchant, id }: Installed): Promise<Answer> {
  return merchant.inShop("DELETE", `/apps/${id}.json`);
}

/** Installs an app in a shop, from the consent page to the token; it is uninstalled when the world closes. */
export async function install(
  world: World,
  merchant: Merchant,
  { app, scopes }: { app: App; scopes: readonly string[] },
): Promise<Installed> {
  const { handle } = merchant.shop;
  const code = await approvedCode(merchant, app, scopes);
  const answer = await exchange(world, handle, exchangeBody(app, code));
  assert.equal(answer.status, 200, `the exchange: ${answer.text}`);
  const { access_token: token, scope } = answer.json<{ access_token: string; scope: string }>();
  const record = await installedRecord(merchant, app);
  assert.ok(record, "the app is not in the shop's list");
  const installed = { app, merchant, token, scope, api: shopApi(world, handle, token), id: record.id };
  world.onClose(async () => void (await uninstall(installed)));
  return installed;
}
