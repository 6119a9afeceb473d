import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, type ErrorCode, type OperationResponse, operations, scopes } from "@souk/contract";
import { verifyQuery } from "@souk/signing";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { createTokenReader } from "./index.ts";
import { consoleCall } from "./testing/console-call.ts";
import {
  addApp,
  createInstallFixture,
  createTestStore,
  type InstallFixture,
  install,
} from "./testing/install-fixture.ts";

type Opened = OperationResponse<typeof operations.openApp>;
type Listed = OperationResponse<typeof operations.listInstalledApps>;
type Got = OperationResponse<typeof operations.getInstalledApp>;
type Credentials = OperationResponse<typeof operations.createCustomApp>;

let fixture: InstallFixture;
let staff: SignedIn;
let other: Store;

before(async () => {
  fixture = await createInstallFixture();
  staff = { ...fixture.owner, role: "staff" };
  other = await createTestStore(fixture, fixture.owner, "second");
});
after(() => fixture.stop());

async function expectApiError(code: ErrorCode, answer: Promise<unknown>): Promise<ApiError> {
  const error = await answer.then(
    () => assert.fail("was not refused"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, code);
  return error;
}

function soundUrl({ url }: Opened["open"], secret = fixture.app.client_secret): void {
  const now = new Date(fixture.clock.now());
  const verdict = verifyQuery(new URL(url).search, secret, { now, maxAgeSeconds: 1 });
  assert.ok(verdict.ok, JSON.stringify(verdict));
}

test("INS-1 an installation starts with the signed App URL, by client id or by handle", async () => {
  for (const app of [fixture.app.client_id, "stock-sync"]) {
    const { open } = await consoleCall<Opened>(fixture, operations.startInstall, { body: { app } });
    assert.equal(open.embedded, true);
    soundUrl(open);
  }
  for (const app of ["unknown", "a b", "\0"])
    await expectApiError("invalid", consoleCall(fixture, operations.startInstall, { body: { app } }));
});

test("the apps of a store are listed page by page, each with its permissions in words", async () => {
  const { installation_id } = await install(fixture, { scope: "read_products,write_script_tags" });
  const second = await addApp(fixture, "Second App");
  await install({ ...fixture, app: second }, { client_id: second.client_id, scope: "" });
  const { apps, total_count, page_count } = await consoleCall<Listed>(fixture, operations.listInstalledApps, {
    limit: 1,
    page: 2,
  });
  assert.deepEqual([total_count, page_count, apps.length], [2, 2, 1]);
  assert.equal(apps[0]?.id, installation_id, "the latest stands on the first page");
  const { app } = await consoleCall<Got>(fixture, operations.getInstalledApp, { id: installation_id });
  assert.deepEqual(app, {
    id: installation_id,
    client_id: fixture.app.client_id,
    name: "Stock Sync",
    handle: "stock-sync",
    kind: "public",
    embedded: true,
    status: "enabled",
    suspended: null,
    scopes: [
      { scope: "read_products", allows: scopes.read_products },
      { scope: "write_script_tags", allows: scopes.write_script_tags },
    ],
    partner_name: "Stock Sync Ltd",
    has_page: true,
    app_origin: "http://localhost:4400",
    installed_at: new Date(fixture.clock.now()).toISOString(),
  });
});

test("INS-14 opening an app returns its App URL, signed each time, unless it is disabled", async () => {
  const { installation_id: id } = await install(fixture);
  soundUrl((await consoleCall<Opened>(fixture, operations.openApp, { id, signed_in: staff })).open);
  fixture.clock.advance(600_000);
  soundUrl((await consoleCall<Opened>(fixture, operations.openApp, { id })).open);
  await consoleCall(fixture, operations.disableApp, { id });
  await expectApiError("conflict", consoleCall(fixture, operations.openApp, { id }));
  await consoleCall(fixture, operations.enableApp, { id });
});

test("staff see and open apps and change nothing", async () => {
  const { installation_id: id } = await install(fixture);
  const signed_in = staff;
  await consoleCall(fixture, operations.listInstalledApps, { signed_in });
  await consoleCall(fixture, operations.getInstalledApp, { signed_in, id });
  const bodies = { app: "stock-sync", name: "Own", scopes: [] };
  for (const operation of [
    operations.startInstall,
    operations.disableApp,
    operations.enableApp,
    operations.uninstallApp,
    operations.createCustomApp,
    operations.regenerateCustomAppToken,
  ])
    await expectApiError("not_allowed", consoleCall(fixture, operation, { signed_in, id, body: bodies }));
  const manager: SignedIn = { ...fixture.owner, role: "manager" };
  await consoleCall(fixture, operations.disableApp, { signed_in: manager, id });
  await consoleCall(fixture, operations.enableApp, { signed_in: manager, id });
});

test("API-3 another store's installation is found by no operation", async () => {
  const { installation_id: id } = await install(fixture);
  const custom = await consoleCall<Credentials>(fixture, operations.createCustomApp, {
    body: { name: "Own", scopes: [] },
  });
  for (const operation of [
    operations.getInstalledApp,
    operations.openApp,
    operations.disableApp,
    operations.enableApp,
    operations.uninstallApp,
  ])
    await expectApiError("not_found", consoleCall(fixture, operation, { id, store: other }));
  const stolen = { id: custom.custom_app.id, store: other };
  await expectApiError("not_found", consoleCall(fixture, operations.regenerateCustomAppToken, stolen));
  const { app } = await consoleCall<Got>(fixture, operations.getInstalledApp, { id });
  assert.equal(app.status, "enabled");
});

test("a custom app gets its token and secret at once; a new token revokes the old one", async () => {
  const read = createTokenReader(fixture.database);
  const body = { name: "Price robot", scopes: ["read_products", "write_products", "read_products"] };
  const { custom_app } = await consoleCall<Credentials>(fixture, operations.createCustomApp, { body });
  assert.equal(custom_app.scope, "read_products,write_products");
  const first = await read(custom_app.access_token);
  assert.ok(first.ok);
  assert.equal(first.store.id, fixture.store.id);
  const { app } = await consoleCall<Got>(fixture, operations.getInstalledApp, { id: custom_app.id });
  assert.deepEqual([app.kind, app.name, app.embedded], ["custom", "Price robot", false]);
  await expectApiError("conflict", consoleCall(fixture, operations.openApp, { id: custom_app.id }));

  const again = await consoleCall<Credentials>(fixture, operations.regenerateCustomAppToken, {
    id: custom_app.id,
  });
  assert.equal(again.custom_app.client_secret, undefined);
  assert.deepEqual(await read(custom_app.access_token), { ok: false, reason: "token_revoked" });
  const second = await read(again.custom_app.access_token);
  assert.ok(second.ok);
  assert.deepEqual([...second.scopes], ["read_products", "write_products"]);
  await consoleCall(fixture, operations.uninstallApp, { id: custom_app.id });
  assert.deepEqual(await read(again.custom_app.access_token), { ok: false, reason: "token_revoked" });
});

test("the token of a public app cannot be regenerated", async () => {
  const { installation_id: id } = await install(fixture);
  await expectApiError("not_found", consoleCall(fixture, operations.regenerateCustomAppToken, { id }));
});

test("a custom app's unknown scopes and blank name are rejected by name", async () => {
  const body = { name: "  ", scopes: ["read_products", "everything"] };
  const { details } = await expectApiError(
    "invalid",
    consoleCall(fixture, operations.createCustomApp, { body }),
  );
  assert.deepEqual(details.fields?.map(({ path }) => path).sort(), ["name", "scopes.1"]);
});
