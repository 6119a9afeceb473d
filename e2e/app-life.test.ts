import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import { registerApp, type SeededApp } from "@souk/testkit";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { type Hands, keyboard, mouse } from "./hands.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;

before(async () => {
  stage = await openStage();
});
after(() => stage.close());

const password = "a few words in a row";
let shops = 0;

interface Merchant {
  page: Page;
  hands: Hands;
  handle: string;
}

/** Signs up as a merchant with a shop, from the first page of the admin. */
async function openShop(page: Page, hands: Hands): Promise<Merchant> {
  const handle = `kedai-${++shops}`;
  await page.goto(stage.testing.addresses.adminOrigin);
  assert.equal(await page.title(), "Sign in to your shops · Souk");
  await hands.press("Create an account");
  await hands.fill("Name", "Aisyah");
  await hands.fill("E-mail address", `aisyah-${shops}@kedai.test`);
  await hands.fill("Password", password);
  await hands.fill("Name of your shop", "Kedai Batik");
  await hands.fill("Handle of your shop", handle);
  await hands.press("Create account");
  await page.waitForURL(`${stage.testing.addresses.adminOrigin}/${handle}`);
  return { page, hands, handle };
}

/** An app whose server sends merchants on to the consent page. */
async function registeredApp(scopes: string): Promise<SeededApp> {
  const app = await registerApp(stage.testing, stage.app.url);
  actAsApp(app, scopes);
  return app;
}

/** What an app's server does with a merchant's browser: to the consent page, and after it back to the shop. */
function actAsApp(app: SeededApp, scopes: string): void {
  stage.app.answer(({ path }) => {
    const url = new URL(path, stage.app.url);
    const host = url.searchParams.get("host_url");
    const known = installed.has(app.client_id);
    const query = new URLSearchParams({
      client_id: app.client_id,
      scope: scopes,
      redirect_uri: app.redirection_url,
    });
    if (url.pathname === "/app" && !known) return redirect(`${host}/oauth/authorize?${query}`);
    if (url.pathname === "/oauth/callback") return redirect(`${host}/apps/installed/${app.client_id}`);
    return { status: 200, headers: { "content-type": "text/html" }, body: "<h1>The app itself</h1>" };
  });
}

const installed = new Set<string>();
const redirect = (location: string) => ({ status: 302, headers: { location } });

/** The parameters of the last request to a path of the app's server, whose signature is right. */
function signedQuery(app: SeededApp, pathname: string): URLSearchParams {
  const request = stage.app.requests.findLast(({ path }) => path.startsWith(`${pathname}?`)) ?? assert.fail();
  const query = new URL(request.path, stage.app.url).searchParams;
  const verdict = verifyQuery(request.path.split("?")[1] ?? "", app.client_secret, {
    now: new Date(),
    maxAgeSeconds: 60,
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return query;
}

async function exchange(app: SeededApp, handle: string, code: string | null): Promise<string> {
  const { client_id, client_secret } = app;
  const url = `${stage.testing.addresses.shopOrigin(handle)}/api/3.0/oauth/access_token.json`;
  const json = { code, client_id, client_secret };
  const answer = await stage.testing.request(url, { method: "POST", json });
  assert.equal(answer.status, 200, answer.text);
  installed.add(client_id);
  return answer.json<{ access_token: string }>().access_token;
}

/** From sign-up to the opened app, as one person. */
async function installStory(options: BrowserContextOptions, handsOf: (page: Page) => Hands): Promise<void> {
  const app = await registeredApp("read_products,write_products");
  const context = await stage.visitor(options);
  const page = await context.newPage();
  const { hands, handle } = await openShop(page, handsOf(page));
  const { adminOrigin } = stage.testing.addresses;

  await page.goto(`${adminOrigin}/apps/install/${app.client_id}`);
  await page.getByRole("heading", { name: `Install ${app.name}?` }).waitFor();
  assert.equal(signedQuery(app, "/app").get("shop"), `${handle}.souk.localhost`);
  await page.getByText("Change products, their variants and stock").waitFor();

  await hands.press("Approve");
  await page.waitForURL(`${adminOrigin}/${handle}/apps/installed/${app.client_id}`);
  const callback = signedQuery(app, "/oauth/callback");
  assert.equal(callback.get("host_url"), `${adminOrigin}/${handle}`);
  await page.getByRole("heading", { name: `${app.name} is not installed` }).waitFor();

  const token = await exchange(app, handle, callback.get("code"));
  await page.reload();
  // Without script the admin shows no app in a frame, but leads into it.
  const hasScript = options.javaScriptEnabled !== false;
  if (!hasScript) await page.goto(`${adminOrigin}/${handle}/apps/open/${app.client_id}`);
  const opened = hasScript ? page.frameLocator("iframe") : page;
  await opened.getByRole("heading", { name: "The app itself" }).waitFor();
  assert.equal(signedQuery(app, "/app").get("shop"), `${handle}.souk.localhost`);
  if (hasScript) {
    await page.goto(`${adminOrigin}/${handle}/apps`);
    await page.getByRole("main").getByText(app.name).first().waitFor();
  }

  const products = `${stage.testing.addresses.shopOrigin(handle)}/api/3.0/products.json`;
  assert.equal((await stage.testing.request(products, { token })).status, 200);
  await context.close();
}

test("a merchant signs up, creates a shop, approves an app and opens it", () => installStory({}, mouse));

test("the same with JavaScript switched off", () => installStory({ javaScriptEnabled: false }, mouse));

test("the same with the keyboard alone, in a window 380 pixels wide", () =>
  installStory({ viewport: { width: 380, height: 700 } }, keyboard));

test("INS-7: a merchant who refuses sends nothing to the app and stays without it", async () => {
  const app = await registeredApp("read_orders");
  const context = await stage.visitor();
  const page = await context.newPage();
  const { hands, handle } = await openShop(page, mouse(page));
  const { adminOrigin } = stage.testing.addresses;
  await page.goto(`${adminOrigin}/apps/install/${app.client_id}`);
  const before = stage.app.requests.length;
  await hands.press("Refuse");
  await page.getByRole("heading", { name: "Nothing was installed" }).waitFor();
  assert.equal(stage.app.requests.length, before);
  await page.goto(`${adminOrigin}/${handle}/apps/installed/${app.client_id}`);
  await page.getByRole("heading", { name: `${app.name} is not installed` }).waitFor();
  await context.close();
});

test("INS-3: a merchant who is not signed in comes to the consent page by signing in", async () => {
  const app = await registeredApp("read_products");
  const first = await stage.visitor();
  const { handle } = await openShop(...(await pageOf(first)));
  await first.close();
  const context = await stage.visitor();
  const [page, hands] = await pageOf(context);
  await page.goto(`${stage.testing.addresses.adminOrigin}/${handle}/apps/install/${app.client_id}`);
  await hands.fill("E-mail address", `aisyah-${shops}@kedai.test`);
  await hands.fill("Password", password);
  await hands.press("Sign in");
  await page.getByRole("heading", { name: `Install ${app.name}?` }).waitFor();
  await context.close();
});

async function pageOf(context: BrowserContext): Promise<[Page, Hands]> {
  const page = await context.newPage();
  return [page, mouse(page)];
}

test("a merchant signs out from the panel, and its pages lead to the sign-in page", async () => {
  const context = await stage.visitor();
  const [page, hands] = await pageOf(context);
  const { handle } = await openShop(page, hands);
  await page.getByRole("button", { name: /Aisyah/ }).click();
  await hands.press("Sign out");
  await page.waitForURL(/\/sign-in/);
  await page.goto(`${stage.testing.addresses.adminOrigin}/${handle}/products`);
  assert.equal(new URL(page.url()).searchParams.get("return_to"), `/${handle}/products`);
  await context.close();
});
