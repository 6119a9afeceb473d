import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpMember,
} from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;

before(async () => {
  fixture = await createE2eFixture();
  fixture.appServer.respondWith(() => ({
    status: 200,
    headers: { "content-type": "text/html" },
    body: `<!doctype html><html lang="en"><title>App</title><h1>Content of the app</h1>`,
  }));
  store = await seedStore(fixture.testPlatform);
  app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await installApp(fixture.testPlatform, { store, app, scopes: ["read_products", "write_products"] });
});
after(() => fixture.close());

test("H4: a member sees why they cannot open an app until a manager gives them access to it", async () => {
  const { browser } = await signUpMember(fixture.testPlatform, store, ["products.view", "stock.view"]);
  const appUrl = `${store.host_url}/apps/installed/${app.client_id}`;
  const member = await openPage(fixture, browser, appUrl);
  await member.page.getByText(`You don't have access to ${app.name}`).waitFor();
  await member.page.getByText(/Ask the owner or a manager/).waitFor();
  await takeScreenshot(member.page, "app-without-access");
  assert.equal(await member.page.locator("iframe").count(), 0);
  await member.page.goto(`${store.host_url}/apps`);
  await member.page.getByText("No access").waitFor();
  assert.equal(await member.page.getByRole("link", { name: `Open ${app.name}` }).count(), 0);
  await member.page.goto(`${appUrl}/details`);
  await member.page.getByText(/Ask the owner or a manager/).waitFor();
  assert.deepEqual(
    fixture.appServer.requests.filter(({ path }) => path.startsWith("/app?")),
    [],
  );

  const owner = await openPage(fixture, store.owner.browser, `${store.host_url}/settings/people`);
  await owner.page.getByRole("button", { name: /^Edit access for/ }).click();
  const dialog = owner.page.getByRole("dialog");
  const checkbox = dialog.getByRole("checkbox", { name: app.name });
  await checkbox.waitFor();
  await dialog.getByText("This app has 1 permission that the role lacks").waitFor();
  await checkbox.check();
  await takeScreenshot(owner.page, "staff-apps");
  await dialog.getByRole("button", { name: "Save" }).click();
  await owner.page.getByText(/^Access for .* updated$/).waitFor();
  await owner.page.getByText("2 rights, 1 app").waitFor();
  await owner.closePage();

  await member.page.goto(appUrl);
  await member.page.frameLocator("iframe").getByText("Content of the app").waitFor();
  await member.closePage();
});
