import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, type ErrorCode, operations, Refusal, scopes } from "@souk/contract";
import { verifyQuery } from "@souk/signing";
import type { SignedIn, Store } from "../../routing/call.ts";
import { createTokenReader } from "./index.ts";
import { consoleCall } from "./testing/console-call.ts";
import { addApp, type InstallWorld, install, installWorld, openShop } from "./testing/install-world.ts";

type Opened = AnswerOf<typeof operations.openApp>;
type Listed = AnswerOf<typeof operations.listInstalledApps>;
type Got = AnswerOf<typeof operations.getInstalledApp>;
type Credentials = AnswerOf<typeof operations.createCustomApp>;

let world: InstallWorld;
let staff: SignedIn;
let other: Store;

before(async () => {
  world = await installWorld();
  staff = { ...world.owner, role: "staff" };
  other = await openShop(world, world.owner, "second");
});
after(() => world.stop());

async function refused(code: ErrorCode, answer: Promise<unknown>): Promise<Refusal> {
  const error = await answer.then(
    () => assert.fail("was not refused"),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.code, code);
  return error;
}

function soundUrl({ url }: Opened["open"], secret = world.app.client_secret): void {
  const now = new Date(world.clock.now());
  const verdict = verifyQuery(new URL(url).search, secret, { now, maxAgeSeconds: 1 });
  assert.ok(verdict.ok, JSON.stringify(verdict));
}

test("INS-1 an installation starts with the signed App URL, by client id or by handle", async () => {
  for (const app of [world.app.client_id, "stock-sync"]) {
    const { open } = await consoleCall<Opened>(world, operations.startInstall, { body: { app } });
    assert.equal(open.embedded, true);
    soundUrl(open);
  }
  for (const app of ["unknown", "a b", "\0"])
    await refused("invalid", consoleCall(world, operations.startInstall, { body: { app } }));
});

test("the apps of a shop are listed page by page, each with what it may do in words", async () => {
  const { installation_id } = await install(world, { scope: "read_products,write_script_tags" });
  const second = await addApp(world, "Second App");
  await install({ ...world, app: second }, { client_id: second.client_id, scope: "" });
  const { apps, total_count, page_count } = await consoleCall<Listed>(world, operations.listInstalledApps, {
    limit: 1,
    page: 2,
  });
  assert.deepEqual([total_count, page_count, apps.length], [2, 2, 1]);
  assert.equal(apps[0]?.id, installation_id, "the latest stands on the first page");
  const { app } = await consoleCall<Got>(world, operations.getInstalledApp, { id: installation_id });
  assert.deepEqual(app, {
    id: installation_id,
    client_id: world.app.client_id,
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
    installed_at: new Date(world.clock.now()).toISOString(),
  });
});

test("INS-14 opening answers the App URL signed anew; a disabled app is not opened", async () => {
  const { installation_id: id } = await install(world);
  soundUrl((await consoleCall<Opened>(world, operations.openApp, { id, signed_in: staff })).open);
  world.clock.advance(600_000);
  soundUrl((await consoleCall<Opened>(world, operations.openApp, { id })).open);
  await consoleCall(world, operations.disableApp, { id });
  await refused("conflict", consoleCall(world, operations.openApp, { id }));
  await consoleCall(world, operations.enableApp, { id });
});

test("staff see and open apps and change nothing", async () => {
  const { installation_id: id } = await install(world);
  const signed_in = staff;
  await consoleCall(world, operations.listInstalledApps, { signed_in });
  await consoleCall(world, operations.getInstalledApp, { signed_in, id });
  const bodies = { app: "stock-sync", name: "Own", scopes: [] };
  for (const operation of [
    operations.startInstall,
    operations.disableApp,
    operations.enableApp,
    operations.uninstallApp,
    operations.createCustomApp,
    operations.regenerateCustomAppToken,
  ])
    await refused("not_allowed", consoleCall(world, operation, { signed_in, id, body: bodies }));
  const manager: SignedIn = { ...world.owner, role: "manager" };
  await consoleCall(world, operations.disableApp, { signed_in: manager, id });
  await consoleCall(world, operations.enableApp, { signed_in: manager, id });
});

test("API-3 another shop's installation is found by no operation", async () => {
  const { installation_id: id } = await install(world);
  const custom = await consoleCall<Credentials>(world, operations.createCustomApp, {
    body: { name: "Own", scopes: [] },
  });
  for (const operation of [
    operations.getInstalledApp,
    operations.openApp,
    operations.disableApp,
    operations.enableApp,
    operations.uninstallApp,
  ])
    await refused("not_found", consoleCall(world, operation, { id, store: other }));
  const stolen = { id: custom.custom_app.id, store: other };
  await refused("not_found", consoleCall(world, operations.regenerateCustomAppToken, stolen));
  const { app } = await consoleCall<Got>(world, operations.getInstalledApp, { id });
  assert.equal(app.status, "enabled");
});

test("a custom app has its token and secret at once, and a new token revokes the old one", async () => {
  const read = createTokenReader(world.database);
  const body = { name: "Price robot", scopes: ["read_products", "write_products", "read_products"] };
  const { custom_app } = await consoleCall<Credentials>(world, operations.createCustomApp, { body });
  assert.equal(custom_app.scope, "read_products,write_products");
  const first = await read(custom_app.access_token);
  assert.ok(first.ok);
  assert.equal(first.store.id, world.store.id);
  const { app } = await consoleCall<Got>(world, operations.getInstalledApp, { id: custom_app.id });
  assert.deepEqual([app.kind, app.name, app.embedded], ["custom", "Price robot", false]);
  await refused("conflict", consoleCall(world, operations.openApp, { id: custom_app.id }));

  const again = await consoleCall<Credentials>(world, operations.regenerateCustomAppToken, {
    id: custom_app.id,
  });
  assert.equal(again.custom_app.client_secret, undefined);
  assert.deepEqual(await read(custom_app.access_token), { ok: false, reason: "token_revoked" });
  const second = await read(again.custom_app.access_token);
  assert.ok(second.ok);
  assert.deepEqual([...second.scopes], ["read_products", "write_products"]);
  await consoleCall(world, operations.uninstallApp, { id: custom_app.id });
  assert.deepEqual(await read(again.custom_app.access_token), { ok: false, reason: "token_revoked" });
});

test("the token of a public app cannot be regenerated", async () => {
  const { installation_id: id } = await install(world);
  await refused("not_found", consoleCall(world, operations.regenerateCustomAppToken, { id }));
});

test("a custom app's unknown scopes and blank name are each refused by name, and nothing is made", async () => {
  const body = { name: "  ", scopes: ["read_products", "everything"] };
  const { details } = await refused("invalid", consoleCall(world, operations.createCustomApp, { body }));
  assert.deepEqual(details.fields?.map(({ path }) => path).sort(), ["name", "scopes.1"]);
});
