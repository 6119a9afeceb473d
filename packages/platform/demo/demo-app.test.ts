import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import { createAddresses } from "../addresses.ts";
import { systemClock } from "../clock.ts";
import { createPartner, createSecretReader, registerApp } from "../modules/partners/index.ts";
import { createAccount, createPasswords } from "../modules/people/index.ts";
import { secureRandomText } from "../random.ts";
import { createVault } from "../secrets/vault.ts";
import { type DemoAppCredentials, demoAppCredentials, demoAppHandle, demoAppUrls } from "./demo-app.ts";

let db: TestDatabase;
let shown: DemoAppCredentials;

const vault = createVault(Buffer.alloc(32, 7));
const wiring = { secrets: createSecretReader(vault), clock: systemClock };
const owner = "partner@demo.test";

before(async () => {
  db = await testDatabase();
  const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
  const house = { clock: systemClock, random: secureRandomText, addresses, vault, allowLoopback: true };
  const person = { email: owner, name: "Partner", password: "souk-demo", is_staff: false };
  const input = { name: "Inventory Sync", handle: demoAppHandle, ...demoAppUrls(4100) };
  shown = await db.database.transaction(async (tx) => {
    const { id: account_id } = await createAccount(tx, person, createPasswords());
    await createPartner(tx, { account_id, name: "Apps" });
    const { app, secret } = await registerApp(tx, { account: { account_id, name: "Partner" }, input }, house);
    return { client_id: app.client_id, client_secret: secret.client_secret };
  });
});
after(() => db.stop());

async function urls(): Promise<
  { app_url: string; redirection_urls: string[]; updated_at: Date } | undefined
> {
  const { rows } = await db.database.query<{ app_url: string; redirection_urls: string[]; updated_at: Date }>(
    "select app_url, redirection_urls, updated_at from apps where handle = 'inventory-sync'",
  );
  return rows[0];
}

test("the demo app gets the credentials that its registration has shown", async () => {
  const before = await urls();
  assert.deepEqual(await demoAppCredentials(db.database, wiring, { port: 4100, owner }), shown);
  assert.deepEqual(await urls(), before, "a registration that is right stays as it is");
});

test("on another port its registration moves along", async () => {
  const before = await urls();
  const handed = await demoAppCredentials(db.database, wiring, { port: 4234, owner });
  assert.equal(handed?.client_id, shown.client_id);
  const after = await urls();
  assert.deepEqual(
    [after?.app_url, after?.redirection_urls],
    ["http://localhost:4234/", ["http://localhost:4234/auth/callback"]],
  );
  assert.ok(after && before && after.updated_at > before.updated_at);
});

test("an app that was registered away from this machine, or is another partner's, is left alone", async () => {
  assert.equal(await demoAppCredentials(db.database, wiring, { port: 4100, owner: "x@demo.test" }), null);
  await db.database.query("update apps set app_url = 'https://sync.souk-apps.com/'");
  assert.equal(await demoAppCredentials(db.database, wiring, { port: 4100, owner }), null);
  assert.equal((await urls())?.app_url, "https://sync.souk-apps.com/");
});
