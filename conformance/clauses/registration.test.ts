import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AppRecord, registerApp, startAppServer } from "../apps.ts";
import { assertInvalidFields, assertOk } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { approveApp, buildAuthorizeUrl, buildExchangeBody, exchangeCode } from "../installing.ts";
import { createMerchant, createPartner, createUniqueName, type Person } from "../people.ts";

let fixture: ConformanceFixture;
let partner: Person;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
});
after(() => fixture.close());

async function findAppByName(name: string): Promise<AppRecord | undefined> {
  const { apps } = assertOk<{ apps: AppRecord[] }>(await partner.call("GET", "/apps.json?limit=250"));
  return apps.find((app) => app.name === name);
}

test("REG-1: each registered app gets a unique client id and client secret", async () => {
  const apps = [await registerApp(fixture, partner), await registerApp(fixture, partner)];
  assert.equal(new Set(apps.map(({ client_id }) => client_id)).size, 2);
  assert.equal(new Set(apps.map(({ client_secret }) => client_secret)).size, 2);
  assert.ok(apps.every(({ client_id, client_secret }) => client_id !== "" && client_secret.length >= 20));
});

test("REG-1: the client secret is shown only at registration", async () => {
  const app = await registerApp(fixture, partner);
  for (const path of ["/apps.json?limit=250", `/apps/${app.id}.json`]) {
    const response = await partner.call("GET", path);
    assertOk(response);
    assert.ok(!response.text.includes(app.client_secret), path);
  }
});

test("REG-2: App URL, Redirection URLs and the Embedded flag are stored and editable", async () => {
  const app = await registerApp(fixture, partner, (url) => ({
    redirection_urls: [`${url}/oauth/callback`, `${url}/oauth/second`],
    embedded: false,
  }));
  const readApp = async (): Promise<AppRecord> =>
    assertOk<{ app: AppRecord }>(await partner.call("GET", `/apps/${app.id}.json`)).app;
  const { app_url, redirection_urls, embedded } = await readApp();
  const { url } = app.receiver;
  assert.deepEqual(
    { app_url, redirection_urls, embedded },
    {
      app_url: `${url}/app`,
      redirection_urls: [`${url}/oauth/callback`, `${url}/oauth/second`],
      embedded: false,
    },
  );
  const changes = { app_url: `${url}/new`, redirection_urls: [`${url}/third`], embedded: true };
  assertOk(await partner.call("PUT", `/apps/${app.id}.json`, { app: changes }));
  const appAfterEdit = await readApp();
  assert.partialDeepStrictEqual(appAfterEdit, changes);
  assertOk(await partner.call("PUT", `/apps/${app.id}.json`, { app: { embedded: false } }));
  assert.deepEqual(
    { ...(await readApp()), updated_at: null },
    { ...appAfterEdit, embedded: false, updated_at: null },
  );
});

test("REG-2: an app's changed URLs apply to installations after the change", async () => {
  const merchant = await createMerchant(fixture);
  const app = await registerApp(fixture, partner);
  const secondUrl = `${app.receiver.url}/oauth/second`;
  const changes = { app_url: `${app.receiver.url}/entrance`, redirection_urls: [secondUrl] };
  assertOk(await partner.call("PUT", `/apps/${app.id}.json`, { app: changes }));
  const { open } = assertOk<{ open: { url: string } }>(
    await merchant.callStore("POST", "/apps/install.json", { app: app.client_id }),
  );
  assert.ok(open.url.startsWith(`${app.receiver.url}/entrance?`), open.url);
  const oldUrlPage = await merchant.browser.open(buildAuthorizeUrl(merchant, app, ["read_products"]));
  assert.ok(oldUrlPage.status >= 400, `the old Redirection URL was accepted: ${oldUrlPage.status}`);
  const callbackUrl = await approveApp(merchant, { ...app, redirection_url: secondUrl }, ["read_products"]);
  const code = callbackUrl.searchParams.get("code") ?? assert.fail("no code");
  assertOk(await exchangeCode(fixture, merchant.store.handle, buildExchangeBody(app, code)));
});

const unacceptableUrls = [
  "http://shipping.souk-app.dev/app",
  "ftp://shipping.souk-app.dev/app",
  "https://10.0.0.8/app",
  "https://169.254.169.254/latest/meta-data",
  "https://2852039166/app",
  "https://app.example.com/app",
  "https://app.test/app",
  "https://printer.local/app",
  "https://someone@souk-app.dev/app",
  "not a url",
  "",
];

test("REG-3: registration rejects an App URL that is invalid, not HTTPS or not public", async () => {
  const { url } = await startAppServer(fixture);
  for (const app_url of [...unacceptableUrls, `${fixture.origins.admin}/app`]) {
    const name = createUniqueName("Rejected");
    const app = { name, app_url, redirection_urls: [`${url}/callback`] };
    assertInvalidFields(await partner.call("POST", "/apps.json", { app }), "app_url");
    assert.equal(await findAppByName(name), undefined, app_url);
  }
});

test("REG-3: an invalid Redirection URL is rejected when an app is registered or edited", async () => {
  const app = await registerApp(fixture, partner);
  for (const unacceptableUrl of [...unacceptableUrls, `${fixture.origins.partners}/callback`]) {
    const redirection_urls = [`${app.receiver.url}/oauth/callback`, unacceptableUrl];
    const registration = { name: createUniqueName("Rejected"), app_url: app.app_url, redirection_urls };
    assertInvalidFields(
      await partner.call("POST", "/apps.json", { app: registration }),
      "redirection_urls.1",
    );
    const changes = { name: "Changed", redirection_urls };
    assertInvalidFields(
      await partner.call("PUT", `/apps/${app.id}.json`, { app: changes }),
      "redirection_urls.1",
    );
  }
  assert.deepEqual((await findAppByName(app.name))?.redirection_urls, [app.redirection_url]);
});

test("REG-3: development mode accepts app URLs that lead to this machine, with a warning", async () => {
  const app = await registerApp(fixture, partner);
  const response = await partner.call("GET", `/apps/${app.id}.json`);
  const { warnings = [] } = assertOk<{ app: AppRecord }>(response).app;
  assert.ok(
    warnings.some((warning) => /this machine/.test(warning)),
    `no warning that the URLs lead to this machine: ${response.text}`,
  );
});

test("REG-3: an app URL with reserved parameters or an encoded & is rejected (P38b)", async () => {
  const { url } = await startAppServer(fixture);
  const reservedParameters = ["shop", "host_url", "timestamp", "hmac", "code", "state"].map(
    (name) => `${name}=1`,
  );
  for (const query of [...reservedParameters, "note=a%26code%3Db"]) {
    const app = {
      name: createUniqueName("Rejected"),
      app_url: `${url}/app?${query}`,
      redirection_urls: [`${url}/callback?${query}`],
    };
    assertInvalidFields(await partner.call("POST", "/apps.json", { app }), "app_url", "redirection_urls.0");
  }
});
