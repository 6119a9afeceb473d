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

interface NeighborFixture {
  fixture: E2eFixture;
  store: SeededStore;
  context: BrowserContext;
  page: Page;
  /** A page of the neighboring store. The script of this page can set cookies for all stores. */
  neighborUrl: string;
}

/**
 * Start a platform with a store and a server that acts as the neighboring store, and open a browser in which the store's owner is
 * signed in.
 * @param adminDomain a separate domain for the admin; null if the admin uses the stores' domain
 */
async function createNeighborFixture(
  t: { after(end: () => Promise<void>): void },
  adminDomain: string | null,
): Promise<NeighborFixture> {
  const fixture = await createE2eFixture({ adminDomain });
  const neighbor: RecordingReceiver = await startRecordingReceiver();
  t.after(async () => {
    await neighbor.stop();
    await fixture.close();
  });
  neighbor.respondWith({ status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html>" });
  const store = await seedStore(fixture.testPlatform);
  const context = await fixture.openContextAs(store.owner.browser);
  const page = await context.newPage();
  // Cookies ignore the port, so this page can set the same cookies as a page of the store `neighbor`.
  return { fixture, store, context, page, neighborUrl: `http://neighbor.souk.localhost:${neighbor.port}/` };
}

/** Set many cookies for all hosts below the stores' domain, as a script of a store can. @param length the length of each value */
async function setManyCookies(page: Page, { url, length }: { url: string; length: number }): Promise<void> {
  await page.goto(url);
  // The script is a string, because this file is compiled without the browser's types.
  await page.evaluate(`{
    const attributes = "; domain=.souk.localhost; secure; path=";
    for (let index = 0; index < 200; index++)
      for (const path of ["/", "/api"])
        document.cookie = "f" + index + path.length + "=" + "x".repeat(${length}) + attributes + path;
    document.cookie = "__Host-souk_admin=forged" + attributes + "/";
    // A cookie without a name, which the browser sends as if its value contained its name.
    document.cookie = "=__Host-souk_admin=forged" + attributes + "/";
    // Reading the cookies waits until all of them are stored.
    document.cookie;
  }`);
}

async function assertProductsPageOpens({ page, store }: NeighborFixture): Promise<void> {
  await page.goto(`${store.host_url}/products`);
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
}

/** Sign in on the page to which the admin redirects. */
async function signIn({ page, store }: NeighborFixture): Promise<void> {
  await page.getByLabel("Email").fill(store.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("after a neighboring store sets many small cookies, a merchant can sign in and work", async (t) => {
  const neighborFixture = await createNeighborFixture(t, null);
  const { page, store, context } = neighborFixture;
  await setManyCookies(page, { url: neighborFixture.neighborUrl, length: 100 });
  const cookies = await context.cookies();
  assert.ok(cookies.length > 100, `${cookies.length} cookies`);
  // Chromium keeps 180 cookies of a domain and may have dropped the session.
  const response = await page.goto(`${store.host_url}/products`);
  assert.equal(response?.status(), 200);
  if (page.url().includes("/sign-in")) await signIn(neighborFixture);
  await assertProductsPageOpens(neighborFixture);
  const responseOfOtherStore = await page.goto(
    `http://another.souk.localhost:${neighborFixture.fixture.testPlatform.port}/`,
  );
  assert.notEqual(responseOfOtherStore?.status(), 431);
});

test("after a neighboring store sets many large cookies, one page load fails and deletes the cookies", async (t) => {
  const neighborFixture = await createNeighborFixture(t, null);
  const { page, store, context } = neighborFixture;
  await setManyCookies(page, { url: neighborFixture.neighborUrl, length: 3_900 });
  const response = await page.goto(`${store.host_url}/products`);
  assert.equal(response?.status(), 431);
  assert.deepEqual(await context.cookies(store.host_url), []);
  await page.goto(`${store.host_url}/products`);
  await signIn(neighborFixture);
  await assertProductsPageOpens(neighborFixture);
});

test("a neighboring store's cookies do not sign a merchant out of an admin on a separate domain", async (t) => {
  const neighborFixture = await createNeighborFixture(t, "souk-admin.localhost");
  for (const length of [100, 3_900]) {
    await setManyCookies(neighborFixture.page, { url: neighborFixture.neighborUrl, length });
    await assertProductsPageOpens(neighborFixture);
  }
});
