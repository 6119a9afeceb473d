import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Chromium,
  type SeededStore,
  seedStore,
  startChromium,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { type AppFixture, createSignedAppUrl, startAppFixture, visit } from "../testing/app-fixture.ts";

let platform: TestPlatform;
let chromium: Chromium;
let fixture: AppFixture;
let store: SeededStore;

before(async () => {
  const adminDomain = "souk-admin.localhost";
  [platform, chromium] = await Promise.all([startTestPlatform({ config: { adminDomain } }), startChromium()]);
  store = await seedStore(platform, { products: 1 });
  fixture = await startAppFixture(platform, {
    page: ({ bridge_url, host_url }) =>
      new Response(
        `<!doctype html><h1>It works</h1><script src="${bridge_url}" data-host-url="${host_url}"></script>
         <script>souk.fetch("/who").then(async (response) => { document.querySelector("h1").textContent += ", " + (await response.text()); });</script>`,
        { headers: { "content-type": "text/html; charset=utf-8" } },
      ),
  });
});
after(async () => {
  await chromium.stop();
  await fixture.stop();
  await platform.stop();
});

test("with a separate admin domain, a merchant signs in, installs an app and opens it in Chromium", async () => {
  const { adminOrigin, partnersOrigin, filesOrigin } = platform.addresses;
  const hosts = [adminOrigin, partnersOrigin, filesOrigin].map((origin) => new URL(origin).hostname);
  assert.deepEqual(
    hosts,
    ["admin", "partners", "files"].map((label) => `${label}.souk-admin.localhost`),
  );
  assert.equal(new URL(store.origin).hostname, `${store.handle}.souk.localhost`);

  const context = await chromium.browser.newContext();
  const page = await context.newPage();
  const { client_id } = fixture.registeredApp;
  await page.goto(`${adminOrigin}/apps/install/${client_id}`);
  await page.getByLabel("Email").fill(store.owner.email);
  await page.getByLabel("Password", { exact: true }).fill(testPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  const { hostname } = new URL(store.origin);
  await page
    .frameLocator("iframe")
    .getByRole("heading", { name: new RegExp(`It works, .*${hostname}`) })
    .waitFor();
  assert.equal(page.url(), `${store.host_url}/apps/installed/${client_id}`);
  const cookieDomains = new Set((await context.cookies()).map(({ domain }) => domain));
  assert.deepEqual([...cookieDomains], ["admin.souk-admin.localhost"]);
  const { products } = await fixture.app.shop(hostname).products.list();
  assert.equal(products.length, 1);
  await context.close();
});

test("the SDK rejects an admin on a domain other than the configured one", async () => {
  const url = await createSignedAppUrl(store, fixture);
  assert.equal((await visit(url)).status, 200);
  fixture.deployRelease({ adminDomain: platform.addresses.domain });
  const response = await visit(url);
  assert.equal(response.status, 403);
  assert.match(await response.text(), /bad_host_url/);
  fixture.deployRelease({});
});

test("with a separate admin domain, links to the panels' former hosts are redirected", async () => {
  const { adminOrigin, partnersOrigin, filesOrigin, domain } = platform.addresses;
  const targets = { admin: adminOrigin, partners: partnersOrigin, files: filesOrigin };
  for (const [label, origin] of Object.entries(targets)) {
    const { status, location } = await platform.request(`http://${label}.${domain}:${platform.port}/a/b?c=d`);
    assert.deepEqual([status, location], [308, `${origin}/a/b?c=d`]);
  }
  const postResponse = await platform.request(
    `http://admin.${domain}:${platform.port}/api/console/session.json`,
    {
      method: "POST",
      json: {},
    },
  );
  assert.equal(postResponse.status, 404);
  const { status, location } = await platform.request(`http://${domain}:${platform.port}/`);
  assert.deepEqual([status, location], [303, `${adminOrigin}/`]);
  const responseOnAdminDomain = await platform.request(
    `http://${store.handle}.souk-admin.localhost:${platform.port}/`,
  );
  assert.equal(responseOnAdminDomain.status, 404);
});
