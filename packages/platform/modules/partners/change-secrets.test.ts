import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { deleteReplacedSecrets, revokeSecret, rotateSecret, switchSecret } from "./change-secrets.ts";
import { createSecretReader, type SecretReader } from "./index.ts";
import { getApp } from "./own-apps.ts";
import {
  createPartnerFixture,
  expectApiError,
  type PartnerFixture,
  type Person,
} from "./testing/partner-fixture.ts";

const hourMs = 3_600_000;

let fixture: PartnerFixture;
let partner: Person;
let reader: SecretReader;

before(async () => {
  fixture = await createPartnerFixture();
  partner = await fixture.createPerson("partner");
  reader = createSecretReader(fixture.deps.vault);
});
after(() => fixture.stop());

function loadSecrets(appId: number) {
  return reader.loadSecrets(fixture.database, appId, new Date(fixture.clock.now()));
}

test("for 24 hours after a rotation, the old client secret signs, and the old and the new secret are accepted", async () => {
  const { app, secret: oldSecret } = await fixture.registerApp(partner);
  const ref = { account_id: partner.account_id, app_id: app.id };
  const { secret: newSecret } = await fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps));
  assert.deepEqual(
    [newSecret.state, newSecret.switch_at],
    ["next", new Date(fixture.clock.now() + 24 * hourMs).toISOString()],
  );
  const bothSecrets = {
    accepted: [oldSecret.client_secret, newSecret.client_secret],
    signing: oldSecret.client_secret,
  };
  assert.deepEqual(await loadSecrets(app.id), bothSecrets);
  assert.deepEqual(
    (await expectApiError(fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps)))).code,
    "conflict",
  );

  fixture.clock.advance(24 * hourMs - 1);
  assert.deepEqual(await loadSecrets(app.id), bothSecrets);
  assert.deepEqual(
    (await getApp(fixture.database, ref, fixture.deps)).secrets.map(({ id, state }) => [id, state]),
    [
      [oldSecret.id, "signing"],
      [newSecret.id, "next"],
    ],
  );
  fixture.clock.advance(1);
  const onlyNewSecret = { accepted: [newSecret.client_secret], signing: newSecret.client_secret };
  assert.deepEqual(await loadSecrets(app.id), onlyNewSecret);
  const [listedSecret] = (await getApp(fixture.database, ref, fixture.deps)).secrets;
  assert.deepEqual(
    [listedSecret?.id, listedSecret?.state, listedSecret?.switch_at],
    [newSecret.id, "signing", null],
  );
  const revocation = fixture.runInTransaction((db) =>
    revokeSecret(db, { ...ref, secret_id: oldSecret.id }, fixture.deps),
  );
  assert.equal((await expectApiError(revocation)).code, "not_found");

  const selectSecrets = () => fixture.database.query("select 1 from app_secrets where app_id = $1", [app.id]);
  assert.equal((await selectSecrets()).rowCount, 2);
  assert.equal(await deleteReplacedSecrets(fixture.database, new Date(fixture.clock.now())), 1);
  assert.equal((await selectSecrets()).rowCount, 1);
  assert.deepEqual(await loadSecrets(app.id), onlyNewSecret);

  const { secret: thirdSecret } = await fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps));
  assert.deepEqual((await loadSecrets(app.id))?.accepted, [
    newSecret.client_secret,
    thirdSecret.client_secret,
  ]);
  assert.equal(await deleteReplacedSecrets(fixture.database, new Date(fixture.clock.now())), 0);
});

test("switching client secrets makes the new one sign at once and deletes the old one", async () => {
  const { app } = await fixture.registerApp(partner);
  const ref = { account_id: partner.account_id, app_id: app.id };
  const error = await expectApiError(fixture.runInTransaction((db) => switchSecret(db, ref, fixture.deps)));
  assert.equal(error.code, "conflict");
  const { secret: newSecret } = await fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps));
  const { secret } = await fixture.runInTransaction((db) => switchSecret(db, ref, fixture.deps));
  assert.deepEqual([secret.id, secret.state, secret.switch_at], [newSecret.id, "signing", null]);
  assert.deepEqual(await loadSecrets(app.id), {
    accepted: [newSecret.client_secret],
    signing: newSecret.client_secret,
  });
  assert.equal(
    (await expectApiError(fixture.runInTransaction((db) => switchSecret(db, ref, fixture.deps)))).code,
    "conflict",
  );
});

test("either of an app's two client secrets can be revoked, but not an app's only client secret", async () => {
  for (const revoked of ["old", "new"] as const) {
    const { app, secret: oldSecret } = await fixture.registerApp(partner);
    const ref = { account_id: partner.account_id, app_id: app.id };
    const revoke = (secret_id: number) =>
      fixture.runInTransaction((db) => revokeSecret(db, { ...ref, secret_id }, fixture.deps));
    assert.equal((await expectApiError(revoke(oldSecret.id))).code, "conflict");
    const { secret: newSecret } = await fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps));
    assert.equal((await expectApiError(revoke(999_999_999))).code, "not_found");
    const [revokedSecret, remainingSecret] =
      revoked === "old" ? [oldSecret, newSecret] : [newSecret, oldSecret];
    await revoke(revokedSecret.id);
    const { client_secret } = remainingSecret;
    assert.deepEqual(await loadSecrets(app.id), { accepted: [client_secret], signing: client_secret });
    fixture.clock.advance(25 * hourMs);
    assert.deepEqual(await loadSecrets(app.id), { accepted: [client_secret], signing: client_secret });
    assert.equal((await expectApiError(revoke(remainingSecret.id))).code, "conflict");
  }
});

test("exactly one of several simultaneous rotations of a client secret succeeds", async () => {
  const { app } = await fixture.registerApp(partner);
  const ref = { account_id: partner.account_id, app_id: app.id };
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps))),
  );
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await loadSecrets(app.id))?.accepted.length, 2);
});

test("after simultaneous changes of an app's client secrets, exactly one secret signs", async () => {
  for (let round = 0; round < 6; round++) {
    const { app, secret: oldSecret } = await fixture.registerApp(partner);
    const ref = { account_id: partner.account_id, app_id: app.id };
    const { secret: newSecret } = await fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps));
    const results = await Promise.allSettled([
      fixture.runInTransaction((db) => switchSecret(db, ref, fixture.deps)),
      ...[oldSecret.id, newSecret.id].map((secret_id) =>
        fixture.runInTransaction((db) => revokeSecret(db, { ...ref, secret_id }, fixture.deps)),
      ),
      fixture.runInTransaction((db) => rotateSecret(db, ref, fixture.deps)),
      deleteReplacedSecrets(fixture.database, new Date(fixture.clock.now())),
    ]);
    for (const result of results)
      if (result.status === "rejected") assert.ok(result.reason instanceof ApiError, String(result.reason));
    const secrets = await loadSecrets(app.id);
    assert.ok(secrets);
    assert.ok(secrets.accepted.includes(secrets.signing));
    assert.ok(secrets.accepted.length <= 2);
    fixture.clock.advance(24 * hourMs);
    const laterSecrets = await loadSecrets(app.id);
    assert.equal(laterSecrets?.accepted.length, 1);
    assert.ok(secrets.accepted.includes(laterSecrets.signing));
  }
});

test("client secrets of several apps can be loaded together, and an unknown app has none", async () => {
  const [first, second] = [await fixture.registerApp(partner), await fixture.registerApp(partner)];
  assert.equal(await loadSecrets(999_999_999), null);
  const ids = [first.app.id, second.app.id, 999_999_999];
  const secretsByApp = await reader.loadSecretsOfApps(fixture.database, ids, new Date(fixture.clock.now()));
  assert.deepEqual([...secretsByApp.keys()].sort(), [first.app.id, second.app.id].sort());
  assert.equal(secretsByApp.get(second.app.id)?.signing, second.secret.client_secret);
});
