import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  becomes,
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

/** Install an app that a merchant gave access to his products and to nothing else. */
before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing);
  app = await registerApp(fixture.testing, fixture.app.url);
  await installApp(fixture.testing, { store, app });
  fixture.app.answer(() => ({
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<!doctype html><title>App</title><h1>An app</h1>",
  }));
  page = await (await fixture.openWindowAs(store.owner.browser)).newPage();
  await page.goto(`${store.host_url}/apps/installed/${app.client_id}`);
  await page.frameLocator("iframe").getByRole("heading", { name: "An app" }).waitFor();
  frame =
    page.frames().find((candidate) => candidate.url().startsWith(app.app_url)) ?? assert.fail("no frame");
});
after(() => fixture.close());

const place = (): string => `${store.host_url}/apps/installed/${app.client_id}`;

test("P40: an embedded app reads nothing of the page that embeds it", async () => {
  assert.match(
    await frame.evaluate("try { parent.document.title } catch (error) { error.name }"),
    /SecurityError/,
  );
  const { adminOrigin } = fixture.testing.addresses;
  const targets = [
    `${adminOrigin}/api/console/session.json`,
    store.host_url,
    `${store.host_url}/api/3.0/store.json`,
  ];
  for (const target of targets) {
    const script = `fetch(${JSON.stringify(target)}, { credentials: "include" }).then((a) => a.text(), () => "unreadable")`;
    assert.equal(await frame.evaluate(script), "unreadable", target);
  }
});

test("P40: an embedded app cannot navigate the window away from the admin", async () => {
  const blocked: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("attempting navigation of the top-level window is sandboxed"))
      blocked.push(message.text());
  });
  const leave = `try { top.location.href = ${JSON.stringify(`${fixture.app.url}/elsewhere`)}; "went" } catch (error) { error.name }`;
  assert.notEqual(await frame.evaluate(leave), "went");
  await frame.evaluate(`{
    const form = document.body.appendChild(document.createElement("form"));
    form.action = ${JSON.stringify(`${store.host_url}/oauth/authorize`)};
    form.method = "post";
    form.target = "_top";
    form.submit();
  }`);
  // The browser says of both ways that it has not gone them.
  await becomes(() => blocked.length, 2);
  assert.equal(page.url(), place());
});

test("P33, P40: an embedded app cannot show a page of the admin in a frame", async () => {
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  for (const address of [`${store.host_url}/oauth/authorize?${query}`, store.host_url]) {
    await frame.evaluate(`new Promise((resolve) => {
      const inner = document.body.appendChild(document.createElement("iframe"));
      inner.onload = resolve;
      inner.src = ${JSON.stringify(address)};
    })`);
  }
  const inner = page.frames().filter((candidate) => candidate.parentFrame() === frame);
  assert.equal(inner.length, 2);
  for (const each of inner) assert.equal(await each.getByRole("heading", { level: 1 }).count(), 0);
});

test("P40: a popup of an embedded app has no reference back to the admin", async () => {
  const opening = page.context().waitForEvent("page");
  await frame.evaluate(`{ window.other = window.open(${JSON.stringify(store.host_url)}); null }`);
  const popup = await opening;
  const reach = "try { window.other.closed || window.other.document.title } catch (error) { error.name }";
  await eventually(async () => /true|SecurityError|TypeError/.test(String(await frame.evaluate(reach))));
  await popup.close();
});
