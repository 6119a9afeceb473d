import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import { registerApp, type SeededApp } from "@souk/testkit";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { type Hands, keyboard, mouse } from "./hands.ts";

let fixture: E2eFixture;

before(async () => {
  fixture = await createE2eFixture();
});
after(() => fixture.close());

const password = "a few words in a row";
let storeCount = 0;

interface Merchant {
  page: Page;
  hands: Hands;
  handle: string;
}

/** Sign up as a merchant with a store, from the first page of the admin. */
async function createStore(page: Page, hands: Hands): Promise<Merchant> {
  const handle = `kedai-${++storeCount}`;
  await page.goto(fixture.testing.addresses.adminOrigin);
  assert.equal(await page.title(), "Sign in to your stores · Souk");
  await hands.press("Create an account");
  await hands.fill("Name", "Aisyah");
  await hands.fill("Email", `aisyah-${storeCount}@kedai.test`);
  await hands.fill("Password", password);
  await hands.fill("Store name", "Kedai Batik");
  await hands.fill("Store handle", handle);
  await hands.press("Create account");
  await page.waitForURL(`${fixture.testing.addresses.adminOrigin}/${handle}`);
  return { page, hands, handle };
}

/** Register an app whose server redirects merchants to the consent page. */
async function registeredApp(scopes: string): Promise<SeededApp> {
  const app = await registerApp(fixture.testing, fixture.app.url);
  actAsApp(app, scopes);
  return app;
}

/** Act as an app's server in a merchant's browser: redirect to the consent page, then back to the store. */
function actAsApp(app: SeededApp, scopes: string): void {
  fixture.app.answer(({ path }) => {
    const url = new URL(path, fixture.app.url);
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

/** Return the parameters of the last request to a path of the app's server, after checking its signature. */
function signedQuery(app: SeededApp, pathname: string): URLSearchParams {
  const request =
    fixture.app.requests.findLast(({ path }) => path.startsWith(`${pathname}?`)) ?? assert.fail();
  const query = new URL(request.path, fixture.app.url).searchParams;
  const verdict = verifyQuery(request.path.split("?")[1] ?? "", app.client_secret, {
    now: new Date(),
    maxAgeSeconds: 60,
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  return query;
}

async function exchange(app: SeededApp, handle: string, code: string | null): Promise<string> {
  const { client_id, client_secret } = app;
  const url = `${fixture.testing.addresses.storeOrigin(handle)}/api/3.0/oauth/access_token.json`;
  const json = { code, client_id, client_secret };
  const answer = await fixture.testing.request(url, { method: "POST", json });
  assert.equal(answer.status, 200, answer.text);
  installed.add(client_id);
  return answer.json<{ access_token: string }>().access_token;
}

/** Go from sign-up to the opened app as one person. */
async function installStory(
  options: BrowserContextOptions,
  createHands: (page: Page) => Hands,
): Promise<void> {
  const app = await registeredApp("read_products,write_products");
  const context = await fixture.openWindow(options);
  const page = await context.newPage();
  const { hands, handle } = await createStore(page, createHands(page));
  const { adminOrigin } = fixture.testing.addresses;

  await page.goto(`${adminOrigin}/apps/install/${app.client_id}`);
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  assert.equal(signedQuery(app, "/app").get("shop"), `${handle}.souk.localhost`);
  await page.getByText("Edit products, variants and stock").waitFor();

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

  const products = `${fixture.testing.addresses.storeOrigin(handle)}/api/3.0/products.json`;
  assert.equal((await fixture.testing.request(products, { token })).status, 200);
  await context.close();
}

test("a merchant signs up, creates a store, approves an app and opens it", () => installStory({}, mouse));

test("a merchant signs up and installs an app with JavaScript switched off", () =>
  installStory({ javaScriptEnabled: false }, mouse));

test("a merchant signs up and installs an app by keyboard in a 380 pixel window", () =>
  installStory({ viewport: { width: 380, height: 700 } }, keyboard));

test("INS-7: a merchant who rejects the consent sends nothing and gets no app", async () => {
  const app = await registeredApp("read_orders");
  const context = await fixture.openWindow();
  const page = await context.newPage();
  const { hands, handle } = await createStore(page, mouse(page));
  const { adminOrigin } = fixture.testing.addresses;
  await page.goto(`${adminOrigin}/apps/install/${app.client_id}`);
  const before = fixture.app.requests.length;
  await hands.press("Cancel");
  await page.getByRole("heading", { name: "App not installed" }).waitFor();
  assert.equal(fixture.app.requests.length, before);
  await page.goto(`${adminOrigin}/${handle}/apps/installed/${app.client_id}`);
  await page.getByRole("heading", { name: `${app.name} is not installed` }).waitFor();
  await context.close();
});

test("INS-3: a merchant who is signed out reaches the consent page by signing in", async () => {
  const app = await registeredApp("read_products");
  const first = await fixture.openWindow();
  const { handle } = await createStore(...(await openPage(first)));
  await first.close();
  const context = await fixture.openWindow();
  const [page, hands] = await openPage(context);
  await page.goto(`${fixture.testing.addresses.adminOrigin}/${handle}/apps/install/${app.client_id}`);
  await hands.fill("Email", `aisyah-${storeCount}@kedai.test`);
  await hands.fill("Password", password);
  await hands.press("Sign in");
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  await context.close();
});

async function openPage(context: BrowserContext): Promise<[Page, Hands]> {
  const page = await context.newPage();
  return [page, mouse(page)];
}

test("a merchant signs out from the panel, and its pages redirect to sign-in", async () => {
  const context = await fixture.openWindow();
  const [page, hands] = await openPage(context);
  const { handle } = await createStore(page, hands);
  await page.getByRole("button", { name: /Aisyah/ }).click();
  await hands.press("Sign out");
  await page.waitForURL(/\/sign-in/);
  await page.goto(`${fixture.testing.addresses.adminOrigin}/${handle}/products`);
  assert.equal(new URL(page.url()).searchParams.get("return_to"), `/${handle}/products`);
  await context.close();
});
