import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AppRecord, registerApp, startAppServer } from "../apps.ts";
import { assertDone, assertNamesFields } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { approve, buildAuthorizeUrl, buildExchangeBody, exchangeCode } from "../installing.ts";
import { createMerchant, createPartner, createUniqueName, type Person } from "../people.ts";

let fixture: ConformanceFixture;
let partner: Person;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
});
after(() => fixture.close());

async function appNamed(name: string): Promise<AppRecord | undefined> {
  const { apps } = assertDone<{ apps: AppRecord[] }>(await partner.call("GET", "/apps.json?limit=250"));
  return apps.find((app) => app.name === name);
}

test("REG-1: registering an app yields a client id and a client secret of its own", async () => {
  const apps = [await registerApp(fixture, partner), await registerApp(fixture, partner)];
  assert.equal(new Set(apps.map(({ client_id }) => client_id)).size, 2);
  assert.equal(new Set(apps.map(({ client_secret }) => client_secret)).size, 2);
  assert.ok(apps.every(({ client_id, client_secret }) => client_id !== "" && client_secret.length >= 20));
});

test("REG-1: the secret is shown at registration and never again", async () => {
  const app = await registerApp(fixture, partner);
  for (const path of ["/apps.json?limit=250", `/apps/${app.id}.json`]) {
    const answer = await partner.call("GET", path);
    assertDone(answer);
    assert.ok(!answer.text.includes(app.client_secret), path);
  }
});

test("REG-2: App URL, several Redirection URLs and the Embedded flag are kept and editable", async () => {
  const app = await registerApp(fixture, partner, (url) => ({
    redirection_urls: [`${url}/oauth/callback`, `${url}/oauth/second`],
    embedded: false,
  }));
  const read = async (): Promise<AppRecord> =>
    assertDone<{ app: AppRecord }>(await partner.call("GET", `/apps/${app.id}.json`)).app;
  const { app_url, redirection_urls, embedded } = await read();
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
  assertDone(await partner.call("PUT", `/apps/${app.id}.json`, { app: changes }));
  const after = await read();
  assert.deepEqual({ ...after, ...changes }, after);
  assertDone(await partner.call("PUT", `/apps/${app.id}.json`, { app: { embedded: false } }));
  assert.deepEqual({ ...(await read()), embedded: true, updated_at: null }, { ...after, updated_at: null });
});

test("REG-2: an edit holds for installing from then on", async () => {
  const merchant = await createMerchant(fixture);
  const app = await registerApp(fixture, partner);
  const second = `${app.receiver.url}/oauth/second`;
  const changes = { app_url: `${app.receiver.url}/entrance`, redirection_urls: [second] };
  assertDone(await partner.call("PUT", `/apps/${app.id}.json`, { app: changes }));
  const { open } = assertDone<{ open: { url: string } }>(
    await merchant.callStore("POST", "/apps/install.json", { app: app.client_id }),
  );
  assert.ok(open.url.startsWith(`${app.receiver.url}/entrance?`), open.url);
  const old = await merchant.browser.open(buildAuthorizeUrl(merchant, app, ["read_products"]));
  assert.ok(old.status >= 400, `the old Redirection URL was taken: ${old.status}`);
  const arrived = await approve(merchant, { ...app, redirection_url: second }, ["read_products"]);
  const code = arrived.searchParams.get("code") ?? assert.fail("no code");
  assertDone(await exchangeCode(fixture, merchant.store.handle, buildExchangeBody(app, code)));
});

const unreachable = [
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

test("REG-3: a non-HTTPS or non-public App URL is rejected by name, and nothing is registered", async () => {
  const { url } = await startAppServer(fixture);
  for (const app_url of [...unreachable, `${fixture.origins.admin}/app`]) {
    const name = createUniqueName("Refused");
    const app = { name, app_url, redirection_urls: [`${url}/callback`] };
    assertNamesFields(await partner.call("POST", "/apps.json", { app }), "app_url");
    assert.equal(await appNamed(name), undefined, app_url);
  }
});

test("REG-3: an invalid Redirection URL is rejected at registration and edit; the others stay", async () => {
  const app = await registerApp(fixture, partner);
  for (const wrong of [...unreachable, `${fixture.origins.partners}/callback`]) {
    const redirection_urls = [`${app.receiver.url}/oauth/callback`, wrong];
    const registration = { name: createUniqueName("Refused"), app_url: app.app_url, redirection_urls };
    assertNamesFields(await partner.call("POST", "/apps.json", { app: registration }), "redirection_urls.1");
    const changes = { name: "Changed", redirection_urls };
    assertNamesFields(
      await partner.call("PUT", `/apps/${app.id}.json`, { app: changes }),
      "redirection_urls.1",
    );
  }
  assert.deepEqual((await appNamed(app.name))?.redirection_urls, [app.redirection_url]);
});

test("REG-3: development takes this machine's own names and says so", async () => {
  const app = await registerApp(fixture, partner);
  const answer = await partner.call("GET", `/apps/${app.id}.json`);
  const { warnings = [] } = assertDone<{ app: AppRecord }>(answer).app;
  assert.ok(
    warnings.some((warning) => /this machine/.test(warning)),
    `no warning that the URLs lead to this machine: ${answer.text}`,
  );
});

test("REG-3: a URL whose query could move a border of the signed text is rejected (P38b)", async () => {
  const { url } = await startAppServer(fixture);
  const reserved = ["shop", "host_url", "timestamp", "hmac", "code", "state"].map((name) => `${name}=1`);
  for (const query of [...reserved, "note=a%26code%3Db"]) {
    const app = {
      name: createUniqueName("Refused"),
      app_url: `${url}/app?${query}`,
      redirection_urls: [`${url}/callback?${query}`],
    };
    assertNamesFields(await partner.call("POST", "/apps.json", { app }), "app_url", "redirection_urls.0");
  }
});
