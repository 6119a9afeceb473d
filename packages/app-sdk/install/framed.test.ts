import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Chromium,
  type SeededStore,
  seedStore,
  startChromium,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { type AppFixture, install, startAppFixture } from "../testing/app-fixture.ts";

let platform: TestPlatform;
let chromium: Chromium;
let fixture: AppFixture;
let store: SeededStore;

before(async () => {
  [platform, chromium] = await Promise.all([startTestPlatform(), startChromium()]);
  store = await seedStore(platform);
  fixture = await startAppFixture(platform, {
    page: ({ bridge_url, host_url }) =>
      new Response(
        `<!doctype html><h1>It works</h1><script src="${bridge_url}" data-host-url="${host_url}"></script>
         <script>souk.fetch("/who").then(async (response) => { document.title = await response.text(); document.querySelector("h1").textContent += ", " + document.title; });</script>`,
        { headers: { "content-type": "text/html; charset=utf-8" } },
      ),
  });
});
after(async () => {
  await chromium.stop();
  await fixture.stop();
  await platform.stop();
});

/** Create a browser context in which the store's owner is signed in to the admin. */
async function createOwnerContext() {
  const { host, hostname } = new URL(platform.addresses.adminOrigin);
  const context = await chromium.browser.newContext();
  const cookies = (store.owner.browser.getCookieHeader(host) ?? "").split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), domain: hostname, path: "/", secure: true, httpOnly: true };
  });
  await context.addCookies(cookies);
  return context;
}

test("INS-21 INS-22 in Chromium, a framed app without its access token opens the consent page in the tab", async () => {
  const hostname = new URL(store.origin).hostname;
  await install(store, fixture);
  const removedInstallation = await fixture.tokenStore.load(hostname);
  await fixture.tokenStore.remove(hostname, removedInstallation?.access_token ?? "");

  const context = await createOwnerContext();
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on("console", (line) => {
    if (line.type() === "error") consoleErrors.push(line.text());
  });
  await page.goto(`${store.host_url}/apps/installed/${fixture.registeredApp.client_id}`);
  await page.waitForURL((url) => url.pathname.endsWith("/oauth/authorize"));
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(`/apps/installed/${fixture.registeredApp.client_id}`));
  await page
    .frameLocator("iframe")
    .getByRole("heading", { name: /^It works/ })
    .waitFor();
  assert.notEqual((await fixture.tokenStore.load(hostname))?.access_token, removedInstallation?.access_token);
  assert.deepEqual(fixture.errors, []);
  assert.deepEqual(consoleErrors, []);
  await context.close();
});

test("an embedded page's requests carry a session token that identifies the person and the store", async () => {
  const hostname = new URL(store.origin).hostname;
  const context = await createOwnerContext();
  const page = await context.newPage();
  await page.goto(`${store.host_url}/apps/installed/${fixture.registeredApp.client_id}`);
  await page
    .frameLocator("iframe")
    .getByRole("heading", { name: new RegExp(`It works, .*${hostname}`) })
    .waitFor();
  await context.close();
});
