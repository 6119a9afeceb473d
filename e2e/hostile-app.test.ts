import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  becomes,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
} from "@souk/testkit";
import type { Frame, Page } from "playwright-core";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let page: Page;
let frame: Frame;

/** An app that a merchant trusts with his products, and with nothing else. */
before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing);
  app = await registerApp(stage.testing, stage.app.url);
  await installApp(stage.testing, { shop, app });
  stage.app.answer(() => ({
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<!doctype html><title>App</title><h1>An app</h1>",
  }));
  page = await (await stage.as(shop.owner.browser)).newPage();
  await page.goto(`${shop.host_url}/apps/installed/${app.client_id}`);
  await page.frameLocator("iframe").getByRole("heading", { name: "An app" }).waitFor();
  frame = page.frames().find((each) => each.url().startsWith(app.app_url)) ?? assert.fail("no frame");
});
after(() => stage.close());

const place = (): string => `${shop.host_url}/apps/installed/${app.client_id}`;

test("P40: an embedded app reads nothing of the page it stands in", async () => {
  assert.match(
    await frame.evaluate("try { parent.document.title } catch (error) { error.name }"),
    /SecurityError/,
  );
  const { adminOrigin } = stage.testing.addresses;
  const targets = [
    `${adminOrigin}/api/console/session.json`,
    shop.host_url,
    `${shop.host_url}/api/3.0/store.json`,
  ];
  for (const target of targets) {
    const script = `fetch(${JSON.stringify(target)}, { credentials: "include" }).then((a) => a.text(), () => "unreadable")`;
    assert.equal(await frame.evaluate(script), "unreadable", target);
  }
});

test("P40: an embedded app cannot take the window away from the admin", async () => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("attempting navigation of the top-level window is sandboxed"))
      refused.push(message.text());
  });
  const leave = `try { top.location.href = ${JSON.stringify(`${stage.app.url}/elsewhere`)}; "went" } catch (error) { error.name }`;
  assert.notEqual(await frame.evaluate(leave), "went");
  await frame.evaluate(`{
    const form = document.body.appendChild(document.createElement("form"));
    form.action = ${JSON.stringify(`${shop.host_url}/oauth/authorize`)};
    form.method = "post";
    form.target = "_top";
    form.submit();
  }`);
  // The browser says of both ways that it has not gone them.
  await becomes(() => refused.length, 2);
  assert.equal(page.url(), place());
});

test("P33, P40: an embedded app cannot show a page of the admin within itself", async () => {
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: "read_products",
    redirect_uri: app.redirection_url,
  });
  for (const address of [`${shop.host_url}/oauth/authorize?${query}`, shop.host_url]) {
    await frame.evaluate(`new Promise((resolve) => {
      const inner = document.body.appendChild(document.createElement("iframe"));
      inner.onload = resolve;
      inner.src = ${JSON.stringify(address)};
    })`);
  }
  const inner = page.frames().filter((each) => each.parentFrame() === frame);
  assert.equal(inner.length, 2);
  for (const each of inner) assert.equal(await each.getByRole("heading", { level: 1 }).count(), 0);
});

test("P40: a popup of an embedded app holds no way back into the admin", async () => {
  const opening = page.context().waitForEvent("page");
  await frame.evaluate(`{ window.other = window.open(${JSON.stringify(shop.host_url)}); null }`);
  const popup = await opening;
  const reach = "try { window.other.closed || window.other.document.title } catch (error) { error.name }";
  await eventually(async () => /true|SecurityError|TypeError/.test(String(await frame.evaluate(reach))));
  await popup.close();
});
