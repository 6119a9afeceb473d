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
let rival: Person;
let reader: SecretReader;

before(async () => {
  fixture = await createPartnerFixture();
  partner = await fixture.person("partner");
  rival = await fixture.person("rival");
  reader = createSecretReader(fixture.deps.vault);
});
after(() => fixture.stop());

function secretsNow(appId: number) {
  return reader.loadSecrets(fixture.database, appId, new Date(fixture.clock.now()));
}

test("REG-1, REG-2: a registered app has a client id, a secret shown once, URLs, the flag", async () => {
  const { app, secret } = await fixture.register(partner, { name: " Stock Sync ", embedded: false });
  assert.match(app.client_id, /^souk_app_[0-9a-f]{32}$/);
  assert.match(secret.client_secret, /^souk_cs_[A-Za-z0-9_-]{43}$/);
  assert.deepEqual(
    [app.name, app.handle, app.app_url, app.redirection_urls, app.embedded, app.installation_count],
    ["Stock Sync", "stock-sync", urls.app_url, urls.redirection_urls, false, 0],
  );
  const { client_secret, ...shown } = secret;
  assert.deepEqual(app.secrets, [shown]);
  assert.deepEqual([shown.hint, shown.state, shown.switch_at], [client_secret.slice(-4), "signing", null]);
  assert.equal("warnings" in app, false);

  const read = await getApp(
    fixture.database,
    { account_id: partner.account_id, app_id: app.id },
    fixture.deps,
  );
  assert.deepEqual(read, app);
  assert.equal(JSON.stringify(read).includes(client_secret), false);
  assert.deepEqual(await secretsNow(app.id), { accepted: [client_secret], signing: client_secret });
});

test("a client secret is stored sealed, and cannot be opened in another row", async () => {
  const one = await fixture.register(partner);
  const other = await fixture.register(partner);
  const rows = await fixture.database.many<{ text: string }>("select s::text as text from app_secrets s");
  for (const { text } of rows) {
    for (const { secret } of [one, other]) {
      assert.equal(text.includes(Buffer.from(secret.client_secret).toString("hex")), false);
      assert.equal(text.includes(secret.client_secret), false);
    }
  }
  await fixture.database.query(
    `update app_secrets target set data_key = source.data_key, ciphertext = source.ciphertext
     from app_secrets source where source.app_id = $1 and target.app_id = $2`,
    [one.app.id, other.app.id],
  );
  await assert.rejects(secretsNow(other.app.id), /was not sealed there/);
});

test("apps with one name get different handles; a chosen handle must not be taken", async () => {
  const handles: string[] = [];
  for (let count = 0; count < 8; count++)
    handles.push((await fixture.register(partner, { name: "Same Name" })).app.handle);
  assert.deepEqual(handles.slice(0, 5), [
    "same-name",
    "same-name-2",
    "same-name-3",
    "same-name-4",
    "same-name-5",
  ]);
  assert.equal(new Set(handles).size, 8);
  assert.equal((await fixture.register(partner, { handle: "my-own" })).app.handle, "my-own");
  assert.deepEqual(await expectInvalidPaths(fixture.register(rival, { handle: "my-own" })), ["handle"]);
  assert.deepEqual(await expectInvalidPaths(fixture.register(partner, { handle: "My Own" })), ["handle"]);
});

test("REG-3: every wrong URL is named by its path, and nothing is registered", async () => {
  const [apps, secrets] = [await fixture.countRows("apps"), await fixture.countRows("app_secrets")];
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
  assert.deepEqual(await expectInvalidPaths(fixture.register(partner, input)), [
    "name",
    "app_url",
    "redirection_urls.1",
    "redirection_urls.2",
    "redirection_urls.3",
    "redirection_urls.5",
    "redirection_urls.4",
  ]);
  assert.deepEqual(
    [await fixture.countRows("apps"), await fixture.countRows("app_secrets")],
    [apps, secrets],
  );
});

test("REG-3: development accepts this machine's names, with a warning that stays", async () => {
  const input = { app_url: "http://localhost:3000/", redirection_urls: ["http://localhost:3000/back"] };
  const { app } = await fixture.register(partner, input, fixture.development);
  assert.equal(app.warnings?.length, 2);
  const own = { account_id: partner.account_id, app_id: app.id };
  assert.deepEqual((await getApp(fixture.database, own, fixture.development)).warnings, app.warnings);
  assert.equal((await getApp(fixture.database, own, fixture.deps)).warnings?.length, 2);
  assert.deepEqual(await expectInvalidPaths(fixture.register(partner, input)), [
    "app_url",
    "redirection_urls.0",
  ]);
});

test("a merchant without a partner gets one with the first app, and only one", async () => {
  const merchant = await fixture.person("merchant");
  const before = await fixture.countRows("partners");
  await Promise.all(["One", "Two", "Three"].map((name) => fixture.register(merchant, { name })));
  assert.equal(await fixture.countRows("partners"), before + 1);
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

test("a custom app belongs to its store, has a secret and is in no partner's list", async () => {
  const text =
    "insert into stores (handle, name, currency_code, timezone) values ('own', 'own', 'MYR', 'UTC') returning id";
  const store_id = (await fixture.database.maybeOne<{ id: number }>(text))?.id ?? 0;
  const custom = await fixture.tx((db) => registerCustomApp(db, { store_id, name: "Our own" }, fixture.deps));
  assert.equal(custom.handle, "our-own");
  assert.deepEqual(await secretsNow(custom.id), {
    accepted: [custom.client_secret],
    signing: custom.client_secret,
  });
  const own = { account_id: partner.account_id, app_id: custom.id };
  assert.equal((await expectApiError(getApp(fixture.database, own, fixture.deps))).code, "not_found");
});
