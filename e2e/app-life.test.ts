import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { verifyQuery } from "@souk/signing";
import { registerApp, type SeededApp } from "@souk/testkit";
import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { createKeyboardInput, createMouseInput, type UserInput } from "./user-input.ts";

let fixture: E2eFixture;

before(async () => {
  fixture = await createE2eFixture();
});
after(() => fixture.close());

const password = "a few words in a row";
let storeCount = 0;

interface Merchant {
  page: Page;
  userInput: UserInput;
  handle: string;
}

/** Sign up as a merchant with a store, starting at the admin's first page. */
async function signUpMerchant(page: Page, userInput: UserInput): Promise<Merchant> {
  const handle = `kedai-${++storeCount}`;
  const email = `aisyah-${storeCount}@kedai.test`;
  await page.goto(fixture.testPlatform.addresses.adminOrigin);
  assert.equal(await page.title(), "Sign in to your stores · Souk");
  await userInput.activate("Create an account");
  await userInput.fill("Name", "Aisyah");
  await userInput.fill("Email", email);
  await userInput.fill("Password", password);
  await userInput.activate("Create account");
  await page.getByRole("heading", { name: "Verify your email address" }).waitFor();
  await userInput.activate("its emails are at /mail");
  const latestEmail = page
    .getByRole("article")
    .filter({ hasText: `To ${email}` })
    .first();
  await page.goto((await latestEmail.getByRole("link").getAttribute("href")) ?? assert.fail());
  await userInput.activate("Verify email address");
  await userInput.fill("Name", "Kedai Batik");
  await userInput.fill("Handle", handle);
  await userInput.activate("Create store");
  await page.waitForURL(`${fixture.testPlatform.addresses.adminOrigin}/${handle}`);
  return { page, userInput, handle };
}

/** Register an app whose server behaves like a real app. */
async function registerRedirectingApp(scopes: string): Promise<SeededApp> {
  const app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  respondAsApp(app, scopes);
  return app;
}

/** Make the app's server redirect merchants to the consent page, and after the approval back to the store. */
function respondAsApp(app: SeededApp, scopes: string): void {
  fixture.appServer.respondWith(({ path }) => {
    const url = new URL(path, fixture.appServer.url);
    const hostUrl = url.searchParams.get("host_url");
    const isInstalled = installedClientIds.has(app.client_id);
    const query = new URLSearchParams({
      client_id: app.client_id,
      scope: scopes,
      redirect_uri: app.redirection_url,
    });
    if (url.pathname === "/app" && !isInstalled) return createRedirect(`${hostUrl}/oauth/authorize?${query}`);
    if (url.pathname === "/oauth/callback")
      return createRedirect(`${hostUrl}/apps/installed/${app.client_id}`);
    return { status: 200, headers: { "content-type": "text/html" }, body: "<h1>App content</h1>" };
  });
}

/** The client ids of the apps that have exchanged their authorization code. */
const installedClientIds = new Set<string>();
const createRedirect = (location: string) => ({ status: 302, headers: { location } });

/** Verify the signature of the last request to a path of the app's server, and return its parameters. */
function readSignedQuery(app: SeededApp, pathname: string): URLSearchParams {
  const request =
    fixture.appServer.requests.findLast(({ path }) => path.startsWith(`${pathname}?`)) ?? assert.fail();
  const query = new URL(request.path, fixture.appServer.url).searchParams;
  const verification = verifyQuery(request.path.split("?")[1] ?? "", app.client_secret, {
    now: new Date(),
    maxAgeSeconds: 60,
  });
  assert.ok(verification.ok, JSON.stringify(verification));
  return query;
}

/** Exchange the authorization code as the app's server does. @returns the access token */
async function exchangeCode(app: SeededApp, handle: string, code: string | null): Promise<string> {
  const { client_id, client_secret } = app;
  const url = `${fixture.testPlatform.addresses.storeOrigin(handle)}/api/3.0/oauth/access_token.json`;
  const json = { code, client_id, client_secret };
  const response = await fixture.testPlatform.request(url, { method: "POST", json });
  assert.equal(response.status, 200, response.text);
  installedClientIds.add(client_id);
  return response.json<{ access_token: string }>().access_token;
}

/** Sign up, create a store, approve an app and open it in one browser. */
async function signUpAndInstall(
  options: BrowserContextOptions,
  createUserInput: (page: Page) => UserInput,
): Promise<void> {
  const app = await registerRedirectingApp("read_products,write_products");
  const context = await fixture.openContext(options);
  const page = await context.newPage();
  const { userInput, handle } = await signUpMerchant(page, createUserInput(page));
  const { adminOrigin } = fixture.testPlatform.addresses;

  await page.goto(`${adminOrigin}/apps/install/${app.client_id}`);
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  assert.equal(readSignedQuery(app, "/app").get("shop"), `${handle}.souk.localhost`);
  await page.getByText("Edit products, variants and stock").waitFor();

  await userInput.activate("Approve");
  await page.waitForURL(`${adminOrigin}/${handle}/apps/installed/${app.client_id}`);
  const callback = readSignedQuery(app, "/oauth/callback");
  assert.equal(callback.get("host_url"), `${adminOrigin}/${handle}`);
  await page.getByRole("heading", { name: `${app.name} is not installed` }).waitFor();

  const token = await exchangeCode(app, handle, callback.get("code"));
  await page.reload();
  // Without JavaScript, the admin shows no frame, but redirects to the app.
  const hasJavaScript = options.javaScriptEnabled !== false;
  if (!hasJavaScript) await page.goto(`${adminOrigin}/${handle}/apps/open/${app.client_id}`);
  const appView = hasJavaScript ? page.frameLocator("iframe") : page;
  await appView.getByRole("heading", { name: "App content" }).waitFor();
  assert.equal(readSignedQuery(app, "/app").get("shop"), `${handle}.souk.localhost`);
  if (hasJavaScript) {
    await page.goto(`${adminOrigin}/${handle}/apps`);
    await page.getByRole("main").getByText(app.name).first().waitFor();
  }

  const productsUrl = `${fixture.testPlatform.addresses.storeOrigin(handle)}/api/3.0/products.json`;
  assert.equal((await fixture.testPlatform.request(productsUrl, { token })).status, 200);
  await context.close();
}

test("a merchant can sign up, create a store, approve an app and open it", () =>
  signUpAndInstall({}, createMouseInput));

test("a merchant can sign up and install an app without JavaScript", () =>
  signUpAndInstall({ javaScriptEnabled: false }, createMouseInput));

test("a merchant can sign up and install an app by keyboard on a 380 pixel wide screen", () =>
  signUpAndInstall({ viewport: { width: 380, height: 700 } }, createKeyboardInput));

test("INS-7: declining the consent sends nothing to the app and installs nothing", async () => {
  const app = await registerRedirectingApp("read_orders");
  const context = await fixture.openContext();
  const page = await context.newPage();
  const { userInput, handle } = await signUpMerchant(page, createMouseInput(page));
  const { adminOrigin } = fixture.testPlatform.addresses;
  await page.goto(`${adminOrigin}/apps/install/${app.client_id}`);
  const requestCount = fixture.appServer.requests.length;
  await userInput.activate("Cancel");
  await page.getByRole("heading", { name: "App not installed" }).waitFor();
  assert.equal(fixture.appServer.requests.length, requestCount);
  await page.goto(`${adminOrigin}/${handle}/apps/installed/${app.client_id}`);
  await page.getByRole("heading", { name: `${app.name} is not installed` }).waitFor();
  await context.close();
});

test("INS-3: a merchant who is signed out reaches the consent page after signing in", async () => {
  const app = await registerRedirectingApp("read_products");
  const signUpContext = await fixture.openContext();
  const { handle } = await signUpMerchant(...(await openPageWithMouse(signUpContext)));
  await signUpContext.close();
  const context = await fixture.openContext();
  const [page, userInput] = await openPageWithMouse(context);
  await page.goto(`${fixture.testPlatform.addresses.adminOrigin}/${handle}/apps/install/${app.client_id}`);
  await userInput.fill("Email", `aisyah-${storeCount}@kedai.test`);
  await userInput.fill("Password", password);
  await userInput.activate("Sign in");
  await page.getByRole("heading", { name: `Install ${app.name}` }).waitFor();
  await context.close();
});

async function openPageWithMouse(context: BrowserContext): Promise<[Page, UserInput]> {
  const page = await context.newPage();
  return [page, createMouseInput(page)];
}

test("the admin's pages redirect a merchant who signed out to the sign-in page", async () => {
  const context = await fixture.openContext();
  const [page, userInput] = await openPageWithMouse(context);
  const { handle } = await signUpMerchant(page, userInput);
  await page.getByRole("button", { name: /Aisyah/ }).click();
  await userInput.activate("Sign out");
  await page.waitForURL(/\/sign-in/);
  await page.goto(`${fixture.testPlatform.addresses.adminOrigin}/${handle}/products`);
  assert.equal(new URL(page.url()).searchParams.get("return_to"), `/${handle}/products`);
  await context.close();
});
