import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { HttpResponse } from "@souk/testkit";
import { type App, registerApp, startAppServer } from "../apps.ts";
import { assertInvalidFields, assertOk, assertRejected } from "../assertions.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { type InstalledApp, installApp, uninstallApp } from "../installing.ts";
import { createMerchant, createPartner, createUniqueName, type Merchant, type Person } from "../people.ts";

let fixture: ConformanceFixture;
let partner: Person;
let merchant: Merchant;
let app: App;
let installedApp: InstalledApp;

before(async () => {
  fixture = await createConformanceFixture();
  partner = await createPartner(fixture);
  merchant = await createMerchant(fixture);
  app = await registerApp(fixture, partner);
  installedApp = await installApp(fixture, merchant, { app, scopes: ["read_products"] });
});
after(() => fixture.close());

/** Call the admin's console without being signed in. */
function callAsVisitor(method: string, path: string, json?: unknown): Promise<HttpResponse> {
  return fixture.browser().call(method, `${fixture.origins.admin}/api/console${path}`, json);
}

test("a sign-up with an invalid email or password gets an error for that field", async () => {
  const password = "long enough 1";
  const email = `${createUniqueName("somebody")}@conformance.test`;
  for (const invalidEmail of ["", "nobody", "a b@c.test", "@", 3, null, `${"x".repeat(250)}@c.test`])
    assertInvalidFields(
      await callAsVisitor("POST", "/accounts.json", { email: invalidEmail, password }),
      "email",
    );
  for (const invalidPassword of ["", "short", 12345678, null, "x".repeat(201)])
    assertInvalidFields(
      await callAsVisitor("POST", "/accounts.json", { email, password: invalidPassword }),
      "password",
    );
  assertInvalidFields(await callAsVisitor("POST", "/accounts.json", {}), "email", "password");
  assertOk(await callAsVisitor("POST", "/accounts.json", { email, password }));
  assertInvalidFields(
    await callAsVisitor("POST", "/accounts.json", { email: email.toUpperCase(), password }),
    "email",
  );
});

test("signing in with a wrong password or an unknown account is rejected with the same message", async () => {
  const { ownerEmail: email } = fixture.store;
  const wrongPasswordResponse = await callAsVisitor("POST", "/session.json", {
    email,
    password: "not this one",
  });
  const unknownAccountResponse = await callAsVisitor("POST", "/session.json", {
    email: `${createUniqueName("nobody")}@conformance.test`,
    password: "not this one",
  });
  const { message } = assertRejected(wrongPasswordResponse, 401, "sign_in_failed");
  assert.equal(assertRejected(unknownAccountResponse, 401, "sign_in_failed").message, message);
  assert.equal(wrongPasswordResponse.headers["set-cookie"], undefined);
});

test("console calls without a session, or after signing out, are rejected", async () => {
  assertRejected(await callAsVisitor("GET", "/stores.json"), 401, "not_signed_in");
  assertRejected(
    await callAsVisitor("POST", "/stores.json", { name: "x", handle: "x" }),
    401,
    "not_signed_in",
  );
  const signedOutMerchant = await createMerchant(fixture);
  assertOk(await signedOutMerchant.call("DELETE", "/session.json"));
  assertRejected(await signedOutMerchant.call("GET", "/stores.json"), 401, "not_signed_in");
  assertRejected(await signedOutMerchant.callStore("GET", "/apps.json"), 401, "not_signed_in");
});

test("a store with an invalid field or a handle in use is not created", async () => {
  const createStore = (store: unknown) => merchant.call("POST", "/stores.json", { store });
  const invalidHandles = [
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
  for (const handle of [...invalidHandles, merchant.store.handle])
    assertInvalidFields(await createStore({ name: "A store", handle }), "handle");
  const handle = createUniqueName("store");
  assertInvalidFields(await createStore({ name: "", handle }), "name");
  assertInvalidFields(
    await createStore({ name: "A store", handle, currency_code: "ringgit" }),
    "currency_code",
  );
  assertInvalidFields(await createStore({ name: "A store", handle, currency_code: "XXZ" }), "currency_code");
  assertInvalidFields(await createStore({ name: "A store", handle, timezone: "Mars/Olympus" }), "timezone");
  assertInvalidFields(await createStore({}), "name");
  const { stores } = assertOk<{ stores: unknown[] }>(await merchant.call("GET", "/stores.json"));
  assert.equal(stores.length, 1);
});

test("an app with a missing or invalid field is not registered", async () => {
  const { url } = await startAppServer(fixture);
  const registration = {
    name: createUniqueName("App"),
    app_url: `${url}/app`,
    redirection_urls: [`${url}/callback`],
  };
  const register = (changes: object) =>
    partner.call("POST", "/apps.json", { app: { ...registration, ...changes } });
  assertInvalidFields(await partner.call("POST", "/apps.json", {}), "app_url", "name", "redirection_urls");
  for (const name of ["", 3, null, "x".repeat(121)]) assertInvalidFields(await register({ name }), "name");
  for (const redirection_urls of [[], "one", null])
    assertInvalidFields(await register({ redirection_urls }), "redirection_urls");
  assertInvalidFields(await register({ redirection_urls: [`${url}/a`, 3] }), "redirection_urls.1");
  assertInvalidFields(await register({ redirection_urls: [`${url}/a`, `${url}/a`] }), "redirection_urls.1");
  assertInvalidFields(await register({ embedded: "yes" }), "embedded");
  assertInvalidFields(await register({ handle: app.handle }), "handle");
  const { apps } = assertOk<{ apps: { name: string }[] }>(await partner.call("GET", "/apps.json?limit=250"));
  assert.ok(!apps.some(({ name }) => name === registration.name));
});

test("a call for another partner's app gets the same error as for an app that does not exist", async () => {
  const otherPartner = await createPartner(fixture);
  const calls: [method: string, path: string, json?: unknown][] = [
    ["GET", ".json"],
    ["PUT", ".json", { app: { name: "Mine now" } }],
    ["POST", "/secrets.json"],
    ["POST", "/secrets/switch.json"],
    ["DELETE", "/secrets/1.json"],
    ["GET", "/installations.json"],
    ["GET", "/install_link.json"],
  ];
  for (const [method, subpath, json] of calls) {
    assertRejected(await otherPartner.call(method, `/apps/${app.id}${subpath}`, json), 404, "not_found");
    assertRejected(await otherPartner.call(method, `/apps/987654321${subpath}`, json), 404, "not_found");
  }
  const { app: currentApp } = assertOk<{ app: { name: string } }>(
    await partner.call("GET", `/apps/${app.id}.json`),
  );
  assert.equal(currentApp.name, app.name);
});

test("a merchant cannot read or change another merchant's store", async () => {
  const otherMerchant = await createMerchant(fixture);
  const { handle } = merchant.store;
  const calls: [method: string, path: string, json?: unknown][] = [
    ["GET", "/apps.json"],
    ["GET", `/apps/${installedApp.id}.json`],
    ["POST", `/apps/${installedApp.id}/open.json`],
    ["POST", `/apps/${installedApp.id}/disable.json`],
    ["DELETE", `/apps/${installedApp.id}.json`],
    ["POST", "/apps/install.json", { app: app.client_id }],
    ["POST", "/custom_apps.json", { name: "Mine", scopes: ["read_products"] }],
  ];
  for (const [method, path, json] of calls) {
    const url = `${fixture.origins.admin}/${handle}/api/console${path}`;
    const response = await otherMerchant.browser.call(method, url, json);
    assertRejected(response, 404, "store_not_found");
    const responseInOwnStore = await otherMerchant.callStore(method, path, json);
    if (path.includes(String(installedApp.id))) assertRejected(responseInOwnStore, 404, "not_found");
  }
  assertOk(await installedApp.api.get("/3.0/products.json"));
});

test("installing an unknown app or uninstalling an app twice is rejected", async () => {
  for (const unknownApp of ["nobody", "", 5, "x".repeat(256)])
    assertInvalidFields(await merchant.callStore("POST", "/apps/install.json", { app: unknownApp }), "app");
  const uninstalledApp = await installApp(fixture, merchant, {
    app: await registerApp(fixture, partner),
    scopes: ["read_products"],
  });
  assertOk(await uninstallApp(uninstalledApp));
  assertRejected(await uninstallApp(uninstalledApp), 404, "not_found");
  for (const action of ["open", "disable", "enable"])
    assertRejected(
      await merchant.callStore("POST", `/apps/${uninstalledApp.id}/${action}.json`),
      404,
      "not_found",
    );
});

test("enabling an enabled app or disabling a disabled app changes nothing", async () => {
  const changeStatus = async (action: string): Promise<string> =>
    assertOk<{ app: { status: string } }>(
      await merchant.callStore("POST", `/apps/${installedApp.id}/${action}.json`),
    ).app.status;
  assert.equal(await changeStatus("enable"), "enabled");
  assert.equal(await changeStatus("disable"), "disabled");
  assert.equal(await changeStatus("disable"), "disabled");
  assertRejected(await merchant.callStore("POST", `/apps/${installedApp.id}/open.json`), 409, "conflict");
  assert.equal(await changeStatus("enable"), "enabled");
  assertOk(await installedApp.api.get("/3.0/products.json"));
});

test("a custom app accepts only existing scopes, and its token is shown only once", async () => {
  const createCustomApp = (body: unknown) => merchant.callStore("POST", "/custom_apps.json", body);
  assertInvalidFields(
    await createCustomApp({ name: "Stock sheet", scopes: ["read_everything"] }),
    "scopes.0",
  );
  assertInvalidFields(await createCustomApp({ name: "", scopes: ["read_products"] }), "name");
  assertInvalidFields(await createCustomApp({ name: "Stock sheet", scopes: "read_products" }), "scopes");
  const response = await createCustomApp({ name: createUniqueName("Sheet"), scopes: ["read_products"] });
  const { custom_app } = assertOk<{ custom_app: { id: number; access_token: string } }>(response);
  const readProducts = (token: string) =>
    fixture.request(`${fixture.origins.store(merchant.store.handle)}/api/3.0/products.json`, { token });
  assertOk(await readProducts(custom_app.access_token));
  const tokenResponse = await merchant.callStore("POST", `/custom_apps/${custom_app.id}/token.json`);
  const { access_token } = assertOk<{ custom_app: { access_token: string } }>(tokenResponse).custom_app;
  assertRejected(await readProducts(custom_app.access_token), 401, "token_revoked");
  assertOk(await readProducts(access_token));
  const listResponse = await merchant.callStore("GET", "/apps.json");
  assert.ok(
    !listResponse.text.includes(access_token) && !listResponse.text.includes(custom_app.access_token),
  );
});
