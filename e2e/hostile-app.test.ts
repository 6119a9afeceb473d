import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertBecomes,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
} from "@souk/testkit";
import type { Frame, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let page: Page;
let frame: Frame;

/** Install an app that has only the scopes of products, and open it in the admin. */
before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform);
  app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await installApp(fixture.testPlatform, { store, app });
  fixture.appServer.respondWith(() => ({
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<!doctype html><title>App</title><h1>An app</h1>",
  }));
  page = await (await fixture.openContextAs(store.owner.browser)).newPage();
  await page.goto(`${store.host_url}/apps/installed/${app.client_id}`);
  await page.frameLocator("iframe").getByRole("heading", { name: "An app" }).waitFor();
  frame =
    page.frames().find((candidate) => candidate.url().startsWith(app.app_url)) ?? assert.fail("no frame");
});
after(() => fixture.close());

const getAppUrl = (): string => `${store.host_url}/apps/installed/${app.client_id}`;

test("P40: an embedded app cannot read the admin's page or API", async () => {
  assert.match(
    await frame.evaluate("try { parent.document.title } catch (error) { error.name }"),
    /SecurityError/,
  );
  const { adminOrigin } = fixture.testPlatform.addresses;
  const targets = [
    `${adminOrigin}/api/console/session.json`,
    store.host_url,
    `${store.host_url}/api/3.0/store.json`,
  ];
  for (const target of targets) {
    const script = `fetch(${JSON.stringify(target)}, { credentials: "include" }).then((response) => response.text(), () => "unreadable")`;
    assert.equal(await frame.evaluate(script), "unreadable", target);
  }
});

test("P40: an embedded app cannot navigate the window away from the admin", async () => {
  const blockedNavigations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("attempting navigation of the top-level window is sandboxed"))
      blockedNavigations.push(message.text());
  });
  const navigateTop = `try { top.location.href = ${JSON.stringify(`${fixture.appServer.url}/elsewhere`)}; "navigated" } catch (error) { error.name }`;
  assert.notEqual(await frame.evaluate(navigateTop), "navigated");
  await frame.evaluate(`{
    const form = document.body.appendChild(document.createElement("form"));
    form.action = ${JSON.stringify(`${store.host_url}/oauth/authorize`)};
    form.method = "post";
    form.target = "_top";
    form.submit();
  }`);
  // The browser reports that it blocked both attempts.
  await assertBecomes(() => blockedNavigations.length, 2);
  assert.equal(page.url(), getAppUrl());
});

test("P33, P40: an embedded app cannot frame the admin's pages", async () => {
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  for (const url of [`${store.host_url}/oauth/authorize?${query}`, store.host_url]) {
    await frame.evaluate(`new Promise((resolve) => {
      const inner = document.body.appendChild(document.createElement("iframe"));
      inner.onload = resolve;
      inner.src = ${JSON.stringify(url)};
    })`);
  }
  const innerFrames = page.frames().filter((candidate) => candidate.parentFrame() === frame);
  assert.equal(innerFrames.length, 2);
  for (const innerFrame of innerFrames)
    assert.equal(await innerFrame.getByRole("heading", { level: 1 }).count(), 0);
});

test("P40: an embedded app cannot access a popup that shows the admin", async () => {
  const popupPromise = page.context().waitForEvent("page");
  await frame.evaluate(`{ window.adminPopup = window.open(${JSON.stringify(store.host_url)}); null }`);
  const popup = await popupPromise;
  const readPopup =
    "try { window.adminPopup.closed || window.adminPopup.document.title } catch (error) { error.name }";
  // Either the popup seems to be closed, or reading its document throws.
  await eventually(async () => /true|SecurityError|TypeError/.test(String(await frame.evaluate(readPopup))));
  await popup.close();
});
