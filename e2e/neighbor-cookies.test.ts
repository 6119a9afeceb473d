import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type RecordingReceiver,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  testPassword,
} from "@souk/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

interface Scene {
  fixture: E2eFixture;
  store: SeededStore;
  context: BrowserContext;
  page: Page;
}

/** Start a platform, and open a page of a store's neighbor in the browser of a signed-in merchant. */
async function createScene(
  t: { after(end: () => Promise<void>): void },
  adminDomain: string | null,
): Promise<Scene & { neighborUrl: string }> {
  const fixture = await createE2eFixture({ adminDomain });
  const neighbor: RecordingReceiver = await startRecordingReceiver();
  t.after(async () => {
    await neighbor.stop();
    await fixture.close();
  });
  neighbor.respondWith({ status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html>" });
  const store = await seedStore(fixture.testing);
  const context = await fixture.openContextAs(store.owner.browser);
  const page = await context.newPage();
  // Cookies have no port, so this page has the cookies of a page of the store `neighbor`.
  return { fixture, store, context, page, neighborUrl: `http://neighbor.souk.localhost:${neighbor.port}/` };
}

/** Set many cookies for all hosts below the stores' domain, as a script of a store can. */
async function flood(page: Page, { url, length }: { url: string; length: number }): Promise<void> {
  await page.goto(url);
  // A text, because this program is not checked with the types of browsers.
  await page.evaluate(`{
    const attributes = "; domain=.souk.localhost; secure; path=";
    for (let index = 0; index < 200; index++)
      for (const path of ["/", "/api"])
        document.cookie = "f" + index + path.length + "=" + "x".repeat(${length}) + attributes + path;
    document.cookie = "__Host-souk_admin=forged" + attributes + "/";
    document.cookie = "=__Host-souk_admin=forged" + attributes + "/";
    // Reading waits until all of them are stored.
    document.cookie;
  }`);
}

async function assertOpensProducts({ page, store }: Scene): Promise<void> {
  await page.goto(`${store.host_url}/products`);
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
}

/** Sign in on the page to which the admin redirects. */
async function signIn({ page, store }: Scene): Promise<void> {
  await page.getByLabel("Email").fill(store.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("after a neighbor's flood of small cookies a merchant can sign in and work", async (t) => {
  const scene = await createScene(t, null);
  const { page, store, context } = scene;
  await flood(page, { url: scene.neighborUrl, length: 100 });
  const cookies = await context.cookies(store.host_url);
  // Chromium keeps at most 180 cookies of a domain, and half of these are for the path of the API.
  assert.ok(cookies.length > 50, `${cookies.length} cookies`);
  // Chromium may have dropped the session.
  const response = await page.goto(`${store.host_url}/products`);
  assert.equal(response?.status(), 200);
  if (page.url().includes("/sign-in")) await signIn(scene);
  await assertOpensProducts(scene);
  const otherStore = await page.goto(`http://another.souk.localhost:${scene.fixture.testing.port}/`);
  assert.notEqual(otherStore?.status(), 431);
});

test("after a neighbor's flood of large cookies the next load is enough to sign in", async (t) => {
  const scene = await createScene(t, null);
  const { page, store, context } = scene;
  await flood(page, { url: scene.neighborUrl, length: 3_900 });
  const response = await page.goto(`${store.host_url}/products`);
  assert.equal(response?.status(), 431);
  const { length: cookieCount } = await context.cookies(store.host_url);
  assert.equal(cookieCount, 0);
  await page.goto(`${store.host_url}/products`);
  await signIn(scene);
  await assertOpensProducts(scene);
});

test("on a separate admin domain, a neighbor's flood does not even sign the merchant out", async (t) => {
  const scene = await createScene(t, "souk-admin.localhost");
  for (const length of [100, 3_900]) {
    await flood(scene.page, { url: scene.neighborUrl, length });
    await assertOpensProducts(scene);
  }
});
