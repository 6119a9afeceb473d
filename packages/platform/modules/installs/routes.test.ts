import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  ApiError,
  type ErrorCode,
  type OperationResponse,
  operations,
  roleRights,
  scopes,
} from "@souk/contract";
import { verifyQuery } from "@souk/signing";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { createTokenReader } from "./index.ts";
import { callConsole } from "./testing/console-call.ts";
import {
  createInstallFixture,
  createTestStore,
  type InstallFixture,
  install,
  registerTestApp,
} from "./testing/install-fixture.ts";

type OpenResponse = OperationResponse<typeof operations.openApp>;
type ListResponse = OperationResponse<typeof operations.listInstalledApps>;
type AppResponse = OperationResponse<typeof operations.getInstalledApp>;
type Credentials = OperationResponse<typeof operations.createCustomApp>;

let fixture: InstallFixture;
let supportMember: SignedIn;
let otherStore: Store;

before(async () => {
  fixture = await createInstallFixture();
  supportMember = { ...fixture.owner, role: "support", rights: roleRights.support };
  otherStore = await createTestStore(fixture, fixture.owner, "second");
});
after(() => fixture.stop());

async function expectApiError(code: ErrorCode, response: Promise<unknown>): Promise<ApiError> {
  const error = await response.then(
    () => assert.fail("The call did not fail."),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, String(error));
  assert.equal(error.code, code);
  return error;
}

function assertSignedUrl({ url }: OpenResponse["open"], secret = fixture.app.client_secret): void {
  const now = new Date(fixture.clock.now());
  const verdict = verifyQuery(new URL(url).search, secret, { now, maxAgeSeconds: 1 });
  assert.ok(verdict.ok, JSON.stringify(verdict));
}

test("INS-1 starting an installation by client id or handle returns the signed App URL", async () => {
  for (const app of [fixture.app.client_id, "stock-sync"]) {
    const { open } = await callConsole<OpenResponse>(fixture, operations.startInstall, { body: { app } });
    assert.equal(open.embedded, true);
    assertSignedUrl(open);
  }
  for (const app of ["unknown", "a b", "\0"])
    await expectApiError("invalid", callConsole(fixture, operations.startInstall, { body: { app } }));
});

test("installed apps are listed in pages, each with descriptions of its scopes", async () => {
  const { installation_id } = await install(fixture, { scope: "read_products,write_script_tags" });
  const secondApp = await registerTestApp(fixture, "Second App");
  await install({ ...fixture, app: secondApp }, { client_id: secondApp.client_id, scope: "" });
  const { apps, total_count, page_count } = await callConsole<ListResponse>(
    fixture,
    operations.listInstalledApps,
    {
      limit: 1,
      page: 2,
    },
  );
  assert.deepEqual([total_count, page_count, apps.length], [2, 2, 1]);
  assert.equal(apps[0]?.id, installation_id, "the app installed last is on the first page");
  const { app } = await callConsole<AppResponse>(fixture, operations.getInstalledApp, {
    id: installation_id,
  });
  assert.deepEqual(app, {
    id: installation_id,
    client_id: fixture.app.client_id,
    name: "Stock Sync",
    handle: "stock-sync",
    kind: "public",
    embedded: true,
    status: "enabled",
    suspended: null,
    has_access: true,
    scopes: [
      { scope: "read_products", allows: scopes.read_products },
      { scope: "write_script_tags", allows: scopes.write_script_tags },
    ],
    partner_name: "Stock Sync Ltd",
    has_page: true,
    app_origin: "http://localhost:4400",
    installed_at: new Date(fixture.clock.now()).toISOString(),
    token_last_used_at: null,
  });
});

test("INS-14 opening an enabled app returns its App URL with a new signature each time", async () => {
  const { installation_id: id } = await install(fixture);
  assertSignedUrl(
    (await callConsole<OpenResponse>(fixture, operations.openApp, { id, signed_in: supportMember })).open,
  );
  fixture.clock.advance(600_000);
  assertSignedUrl((await callConsole<OpenResponse>(fixture, operations.openApp, { id })).open);
  await callConsole(fixture, operations.disableApp, { id });
  await expectApiError("conflict", callConsole(fixture, operations.openApp, { id }));
  await callConsole(fixture, operations.enableApp, { id });
});

test("members without apps.manage can read apps, but not install, change or uninstall them", async () => {
  const { installation_id: id } = await install(fixture);
  const signed_in = supportMember;
  await callConsole(fixture, operations.listInstalledApps, { signed_in });
  await callConsole(fixture, operations.getInstalledApp, { signed_in, id });
  const body = { app: "stock-sync", name: "Own", scopes: [] };
  for (const operation of [
    operations.startInstall,
    operations.disableApp,
    operations.enableApp,
    operations.uninstallApp,
    operations.createCustomApp,
    operations.regenerateCustomAppToken,
  ])
    await expectApiError("right_missing", callConsole(fixture, operation, { signed_in, id, body }));
  const manager: SignedIn = { ...fixture.owner, role: "manager" };
  await callConsole(fixture, operations.disableApp, { signed_in: manager, id });
  await callConsole(fixture, operations.enableApp, { signed_in: manager, id });
});

test("API-3 no operation finds another store's installation", async () => {
  const { installation_id: id } = await install(fixture);
  const custom = await callConsole<Credentials>(fixture, operations.createCustomApp, {
    body: { name: "Own", scopes: [] },
  });
  for (const operation of [
    operations.getInstalledApp,
    operations.openApp,
    operations.disableApp,
    operations.enableApp,
    operations.uninstallApp,
  ])
    await expectApiError("not_found", callConsole(fixture, operation, { id, store: otherStore }));
  const customAppCall = { id: custom.custom_app.id, store: otherStore };
  await expectApiError("not_found", callConsole(fixture, operations.regenerateCustomAppToken, customAppCall));
  const { app } = await callConsole<AppResponse>(fixture, operations.getInstalledApp, { id });
  assert.equal(app.status, "enabled");
});

test("regenerating a custom app's token revokes the app's previous token", async () => {
  const readToken = createTokenReader(fixture.database);
  const body = { name: "Price robot", scopes: ["read_products", "write_products", "read_products"] };
  const { custom_app } = await callConsole<Credentials>(fixture, operations.createCustomApp, { body });
  assert.equal(custom_app.scope, "read_products,write_products");
  const firstToken = await readToken(custom_app.access_token);
  assert.ok(firstToken.ok);
  assert.equal(firstToken.store.id, fixture.store.id);
  const { app } = await callConsole<AppResponse>(fixture, operations.getInstalledApp, { id: custom_app.id });
  assert.deepEqual([app.kind, app.name, app.embedded], ["custom", "Price robot", false]);
  await expectApiError("conflict", callConsole(fixture, operations.openApp, { id: custom_app.id }));

  const regenerated = await callConsole<Credentials>(fixture, operations.regenerateCustomAppToken, {
    id: custom_app.id,
  });
  assert.equal(regenerated.custom_app.client_secret, undefined);
  assert.deepEqual(await readToken(custom_app.access_token), { ok: false, reason: "token_revoked" });
  const secondToken = await readToken(regenerated.custom_app.access_token);
  assert.ok(secondToken.ok);
  assert.deepEqual([...secondToken.scopes], ["read_products", "write_products"]);
  await callConsole(fixture, operations.uninstallApp, { id: custom_app.id });
  assert.deepEqual(await readToken(regenerated.custom_app.access_token), {
    ok: false,
    reason: "token_revoked",
  });
});

test("the token of a public app cannot be regenerated", async () => {
  const { installation_id: id } = await install(fixture);
  await expectApiError("not_found", callConsole(fixture, operations.regenerateCustomAppToken, { id }));
});

test("creating a custom app with a blank name and an unknown scope returns an error for each field", async () => {
  const body = { name: "  ", scopes: ["read_products", "everything"] };
  const { details } = await expectApiError(
    "invalid",
    callConsole(fixture, operations.createCustomApp, { body }),
  );
  assert.deepEqual(details.fields?.map(({ path }) => path).sort(), ["name", "scopes.1"]);
});
