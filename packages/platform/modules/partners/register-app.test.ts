import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createSecretReader, registerCustomApp, type SecretReader } from "./index.ts";
import { getApp, listApps } from "./own-apps.ts";
import {
  createPartnerFixture,
  expectApiError,
  expectInvalidPaths,
  type PartnerFixture,
  type Person,
  urls,
} from "./testing/partner-fixture.ts";

let fixture: PartnerFixture;
let partner: Person;
let otherPartner: Person;
let reader: SecretReader;

before(async () => {
  fixture = await createPartnerFixture();
  partner = await fixture.createPerson("partner");
  otherPartner = await fixture.createPerson("other-partner");
  reader = createSecretReader(fixture.deps.vault);
});
after(() => fixture.stop());

function loadSecrets(appId: number) {
  return reader.loadSecrets(fixture.database, appId, new Date(fixture.clock.now()));
}

test("REG-1, REG-2: registering an app returns its client id, secret and settings", async () => {
  const { app, secret } = await fixture.registerApp(partner, { name: " Stock Sync ", embedded: false });
  assert.match(app.client_id, /^souk_app_[0-9a-f]{32}$/);
  assert.match(secret.client_secret, /^souk_cs_[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(
    [app.name, app.handle, app.app_url, app.redirection_urls, app.embedded, app.installation_count],
    ["Stock Sync", "stock-sync", urls.app_url, urls.redirection_urls, false, 0],
  );
  const { client_secret, ...listedSecret } = secret;
  assert.deepEqual(app.secrets, [listedSecret]);
  assert.deepEqual(
    [listedSecret.hint, listedSecret.state, listedSecret.switch_at],
    [client_secret.slice(-4), "signing", null],
  );
  assert.equal("warnings" in app, false);

  const loadedApp = await getApp(
    fixture.database,
    { account_id: partner.account_id, app_id: app.id },
    fixture.deps,
  );
  assert.deepEqual(loadedApp, app);
  assert.equal(JSON.stringify(loadedApp).includes(client_secret), false);
  assert.deepEqual(await loadSecrets(app.id), { accepted: [client_secret], signing: client_secret });
});

test("a client secret is stored encrypted and can't be decrypted in another row", async () => {
  const first = await fixture.registerApp(partner);
  const second = await fixture.registerApp(partner);
  const rows = await fixture.database.many<{ text: string }>("select s::text as text from app_secrets s");
  for (const { text } of rows) {
    for (const { secret } of [first, second]) {
      assert.equal(text.includes(Buffer.from(secret.client_secret).toString("hex")), false);
      assert.equal(text.includes(secret.client_secret), false);
    }
  }
  await fixture.database.query(
    `update app_secrets target set data_key = source.data_key, ciphertext = source.ciphertext
     from app_secrets source where source.app_id = $1 and target.app_id = $2`,
    [first.app.id, second.app.id],
  );
  await assert.rejects(loadSecrets(second.app.id), /was not encrypted for this field/);
});

test("apps with the same name get different handles", async () => {
  const handles: string[] = [];
  for (let count = 0; count < 8; count++)
    handles.push((await fixture.registerApp(partner, { name: "Same Name" })).app.handle);
  assert.deepEqual(handles.slice(0, 5), [
    "same-name",
    "same-name-2",
    "same-name-3",
    "same-name-4",
    "same-name-5",
  ]);
  assert.equal(new Set(handles).size, 8);
});

test("an app handle that is taken or invalid is rejected", async () => {
  assert.equal((await fixture.registerApp(partner, { handle: "my-own" })).app.handle, "my-own");
  assert.deepEqual(await expectInvalidPaths(fixture.registerApp(otherPartner, { handle: "my-own" })), [
    "handle",
  ]);
  assert.deepEqual(await expectInvalidPaths(fixture.registerApp(partner, { handle: "My Own" })), ["handle"]);
});

test("REG-3: an error for invalid app URLs lists the path of every invalid field", async () => {
  const counts = [await fixture.countRows("apps"), await fixture.countRows("app_secrets")];
  const input = {
    name: " ",
    app_url: "http://sync.dev/app",
    redirection_urls: [
      "https://sync.dev/back",
      "https://127.0.0.1/back",
      "https://sync.dev/back?shop=x",
      "https://demo.souk.shop/back",
      "https://sync.dev/back",
      "http://localhost:3000/back",
    ],
  };
  assert.deepEqual(await expectInvalidPaths(fixture.registerApp(partner, input)), [
    "name",
    "app_url",
    "redirection_urls.1",
    "redirection_urls.2",
    "redirection_urls.3",
    "redirection_urls.5",
    "redirection_urls.4",
  ]);
  assert.deepEqual([await fixture.countRows("apps"), await fixture.countRows("app_secrets")], counts);
});

test("REG-3: app URLs of the developer's machine are allowed in development, with warnings", async () => {
  const input = { app_url: "http://localhost:3000/", redirection_urls: ["http://localhost:3000/back"] };
  const { app } = await fixture.registerApp(partner, input, fixture.developmentDeps);
  assert.equal(app.warnings?.length, 2);
  const ref = { account_id: partner.account_id, app_id: app.id };
  assert.deepEqual((await getApp(fixture.database, ref, fixture.developmentDeps)).warnings, app.warnings);
  assert.equal((await getApp(fixture.database, ref, fixture.deps)).warnings?.length, 2);
  assert.deepEqual(await expectInvalidPaths(fixture.registerApp(partner, input)), [
    "app_url",
    "redirection_urls.0",
  ]);
});

test("a merchant's account that registers three apps at once gets only one partner", async () => {
  const merchant = await fixture.createPerson("merchant");
  const partnerCount = await fixture.countRows("partners");
  await Promise.all(["One", "Two", "Three"].map((name) => fixture.registerApp(merchant, { name })));
  assert.equal(await fixture.countRows("partners"), partnerCount + 1);
  const list = await listApps(
    fixture.database,
    { account_id: merchant.account_id, page: 2, limit: 2 },
    fixture.deps,
  );
  assert.deepEqual([list.apps.length, list.total_count, list.page_count, list.page], [1, 3, 2, 2]);
  const rows = await fixture.database.many<{ name: string }>(
    "select name from partners join partner_members on partner_id = id where account_id = $1",
    [merchant.account_id],
  );
  assert.deepEqual(rows, [{ name: "merchant" }]);
});

test("a custom app has a client secret, but partners can't find the app", async () => {
  const text =
    "insert into stores (handle, name, currency_code, timezone) values ('own', 'own', 'MYR', 'UTC') returning id";
  const store_id = (await fixture.database.maybeOne<{ id: number }>(text))?.id ?? 0;
  const customApp = await fixture.runInTransaction((db) =>
    registerCustomApp(db, { store_id, name: "Our own" }, fixture.deps),
  );
  assert.equal(customApp.handle, "our-own");
  assert.deepEqual(await loadSecrets(customApp.id), {
    accepted: [customApp.client_secret],
    signing: customApp.client_secret,
  });
  const ref = { account_id: partner.account_id, app_id: customApp.id };
  assert.equal((await expectApiError(getApp(fixture.database, ref, fixture.deps))).code, "not_found");
});
