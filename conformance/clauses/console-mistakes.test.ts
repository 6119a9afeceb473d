import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Answer } from "@souk/testkit";
import { type App, registerApp, startAppServer } from "../apps.ts";
import { assertDone, assertNamesFields, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type Installed, install, uninstall } from "../installing.ts";
import { createMerchant, createPartner, createUniqueName, type Merchant, type Person } from "../people.ts";

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let app: App;
let installed: Installed;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
  app = await registerApp(fixture, partner);
  installed = await install(fixture, merchant, { app, scopes: ["read_products"] });
});
after(() => fixture.close());

/** Call the admin's console without being signed in. */
function visitor(method: string, path: string, json?: unknown): Promise<Answer> {
  return fixture.browser().call(method, `${fixture.origins.admin}/api/console${path}`, json);
}

test("a sign-up with an invalid address, short password or wrong type names the field", async () => {
  const password = "long enough 1";
  const email = `${createUniqueName("somebody")}@conformance.test`;
  for (const wrong of ["", "nobody", "a b@c.test", "@", 3, null, `${"x".repeat(250)}@c.test`])
    assertNamesFields(await visitor("POST", "/accounts.json", { email: wrong, password }), "email");
  for (const wrong of ["", "short", 12345678, null, "x".repeat(201)])
    assertNamesFields(await visitor("POST", "/accounts.json", { email, password: wrong }), "password");
  assertNamesFields(await visitor("POST", "/accounts.json", {}), "email", "password");
  assertDone(await visitor("POST", "/accounts.json", { email, password }));
  assertNamesFields(
    await visitor("POST", "/accounts.json", { email: email.toUpperCase(), password }),
    "email",
  );
});

test("a wrong password and an unknown account are rejected in the same words", async () => {
  const { merchant: email } = fixture.store;
  const wrong = await visitor("POST", "/session.json", { email, password: "not this one" });
  const unknown = await visitor("POST", "/session.json", {
    email: `${createUniqueName("nobody")}@conformance.test`,
    password: "not this one",
  });
  const { message } = assertRejected(wrong, 401, "sign_in_failed");
  assert.equal(assertRejected(unknown, 401, "sign_in_failed").message, message);
  assert.equal(wrong.headers["set-cookie"], undefined);
});

test("console calls without a session, or after signing out, are rejected", async () => {
  assertRejected(await visitor("GET", "/stores.json"), 401, "not_signed_in");
  assertRejected(await visitor("POST", "/stores.json", { name: "x", handle: "x" }), 401, "not_signed_in");
  const leaving = await createMerchant(fixture);
  assertDone(await leaving.call("DELETE", "/session.json"));
  assertRejected(await leaving.call("GET", "/stores.json"), 401, "not_signed_in");
  assertRejected(await leaving.callStore("GET", "/apps.json"), 401, "not_signed_in");
});

test("a store with an invalid or taken handle is rejected by name and not created", async () => {
  const create = (store: unknown) => merchant.call("POST", "/stores.json", { store });
  const wrong = [
    "",
    "-a",
    "a-",
    "UPPER",
    "a.b",
    "a b",
    "é",
    "x".repeat(64),
    "admin",
    "partners",
    "www",
    "api",
    "xn--a",
    7,
  ];
  for (const handle of [...wrong, merchant.store.handle])
    assertNamesFields(await create({ name: "A store", handle }), "handle");
  const handle = createUniqueName("store");
  assertNamesFields(await create({ name: "", handle }), "name");
  assertNamesFields(await create({ name: "A store", handle, currency_code: "ringgit" }), "currency_code");
  assertNamesFields(await create({ name: "A store", handle, currency_code: "XXZ" }), "currency_code");
  assertNamesFields(await create({ name: "A store", handle, timezone: "Mars/Olympus" }), "timezone");
  assertNamesFields(await create({}), "name");
  const { stores } = assertDone<{ stores: unknown[] }>(await merchant.call("GET", "/stores.json"));
  assert.equal(stores.length, 1);
});

test("an app with missing or too many values is rejected by name and not registered", async () => {
  const { url } = await startAppServer(fixture);
  const right = {
    name: createUniqueName("App"),
    app_url: `${url}/app`,
    redirection_urls: [`${url}/callback`],
  };
  const register = (changes: object) => partner.call("POST", "/apps.json", { app: { ...right, ...changes } });
  assertNamesFields(await partner.call("POST", "/apps.json", {}), "app_url", "name", "redirection_urls");
  for (const name of ["", 3, null, "x".repeat(121)]) assertNamesFields(await register({ name }), "name");
  for (const redirection_urls of [[], "one", null])
    assertNamesFields(await register({ redirection_urls }), "redirection_urls");
  assertNamesFields(await register({ redirection_urls: [`${url}/a`, 3] }), "redirection_urls.1");
  assertNamesFields(await register({ redirection_urls: [`${url}/a`, `${url}/a`] }), "redirection_urls.1");
  assertNamesFields(await register({ embedded: "yes" }), "embedded");
  assertNamesFields(await register({ handle: app.handle }), "handle");
  const { apps } = assertDone<{ apps: { name: string }[] }>(
    await partner.call("GET", "/apps.json?limit=250"),
  );
  assert.ok(!apps.some(({ name }) => name === right.name));
});

test("another partner's app is as unknown as one that never was", async () => {
  const other = await createPartner(fixture);
  const calls: [method: string, path: string, json?: unknown][] = [
    ["GET", ".json"],
    ["PUT", ".json", { app: { name: "Mine now" } }],
    ["POST", "/secrets.json"],
    ["POST", "/secrets/switch.json"],
    ["DELETE", "/secrets/1.json"],
    ["GET", "/installations.json"],
    ["GET", "/install_link.json"],
  ];
  for (const [method, rest, json] of calls) {
    assertRejected(await other.call(method, `/apps/${app.id}${rest}`, json), 404, "not_found");
    assertRejected(await other.call(method, `/apps/987654321${rest}`, json), 404, "not_found");
  }
  const { app: unchanged } = assertDone<{ app: { name: string } }>(
    await partner.call("GET", `/apps/${app.id}.json`),
  );
  assert.equal(unchanged.name, app.name);
});

test("a merchant reaches no other merchant's store, and sees nothing of it", async () => {
  const other = await createMerchant(fixture);
  const { handle } = merchant.store;
  const calls: [method: string, path: string, json?: unknown][] = [
    ["GET", "/apps.json"],
    ["GET", `/apps/${installed.id}.json`],
    ["POST", `/apps/${installed.id}/open.json`],
    ["POST", `/apps/${installed.id}/disable.json`],
    ["DELETE", `/apps/${installed.id}.json`],
    ["POST", "/apps/install.json", { app: app.client_id }],
    ["POST", "/custom_apps.json", { name: "Mine", scopes: ["read_products"] }],
  ];
  for (const [method, path, json] of calls) {
    const address = `${fixture.origins.admin}/${handle}/api/console${path}`;
    const answer = await other.browser.call(method, address, json);
    assertRejected(answer, 404, "store_not_found");
    const own = await other.callStore(method, path, json);
    if (path.includes(String(installed.id))) assertRejected(own, 404, "not_found");
  }
  assertDone(await installed.api.get("/3.0/products.json"));
});

test("installing an unknown app is rejected by name; a second uninstall finds nothing", async () => {
  for (const wrong of ["nobody", "", 5, "x".repeat(256)])
    assertNamesFields(await merchant.callStore("POST", "/apps/install.json", { app: wrong }), "app");
  const uninstalled = await install(fixture, merchant, {
    app: await registerApp(fixture, partner),
    scopes: ["read_products"],
  });
  assertDone(await uninstall(uninstalled));
  assertRejected(await uninstall(uninstalled), 404, "not_found");
  for (const action of ["open", "disable", "enable"])
    assertRejected(
      await merchant.callStore("POST", `/apps/${uninstalled.id}/${action}.json`),
      404,
      "not_found",
    );
});

test("enabling what is enabled and disabling what is disabled changes nothing", async () => {
  const state = async (action: string): Promise<string> =>
    assertDone<{ app: { status: string } }>(
      await merchant.callStore("POST", `/apps/${installed.id}/${action}.json`),
    ).app.status;
  assert.equal(await state("enable"), "enabled");
  assert.equal(await state("disable"), "disabled");
  assert.equal(await state("disable"), "disabled");
  assertRejected(await merchant.callStore("POST", `/apps/${installed.id}/open.json`), 409, "conflict");
  assert.equal(await state("enable"), "enabled");
  assertDone(await installed.api.get("/3.0/products.json"));
});

test("a custom app takes the scopes there are, and shows its token this once", async () => {
  const create = (body: unknown) => merchant.callStore("POST", "/custom_apps.json", body);
  assertNamesFields(await create({ name: "Stock sheet", scopes: ["read_everything"] }), "scopes.0");
  assertNamesFields(await create({ name: "", scopes: ["read_products"] }), "name");
  assertNamesFields(await create({ name: "Stock sheet", scopes: "read_products" }), "scopes");
  const answer = await create({ name: createUniqueName("Sheet"), scopes: ["read_products"] });
  const { custom_app } = assertDone<{ custom_app: { id: number; access_token: string } }>(answer);
  const read = (token: string) =>
    fixture.request(`${fixture.origins.store(merchant.store.handle)}/api/3.0/products.json`, { token });
  assertDone(await read(custom_app.access_token));
  const renewed = await merchant.callStore("POST", `/custom_apps/${custom_app.id}/token.json`);
  const { access_token } = assertDone<{ custom_app: { access_token: string } }>(renewed).custom_app;
  assertRejected(await read(custom_app.access_token), 401, "token_revoked");
  assertDone(await read(access_token));
  const listed = await merchant.callStore("GET", "/apps.json");
  assert.ok(!listed.text.includes(access_token) && !listed.text.includes(custom_app.access_token));
});
