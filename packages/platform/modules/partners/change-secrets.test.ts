import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { revokeSecret, rotateSecret, sweepSecrets, switchSecret } from "./change-secrets.ts";
import { createSecretReader, type SecretReader } from "./index.ts";
import { getApp } from "./own-apps.ts";
import {
  createPartnerFixture,
  expectApiError,
  type PartnerFixture,
  type Person,
} from "./testing/partner-fixture.ts";

const hours = 3_600_000;

let fixture: PartnerFixture;
let partner: Person;
let reader: SecretReader;

before(async () => {
  fixture = await createPartnerFixture();
  partner = await fixture.person("partner");
  reader = createSecretReader(fixture.deps.vault);
});
after(() => fixture.stop());

function secretsNow(appId: number) {
  return reader.loadSecrets(fixture.database, appId, new Date(fixture.clock.now()));
}

test("a rotated secret signs for 24 hours while both are accepted, and is then gone", async () => {
  const { app, secret: old } = await fixture.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const { secret: young } = await fixture.tx((db) => rotateSecret(db, own, fixture.deps));
  assert.deepEqual(
    [young.state, young.switch_at],
    ["next", new Date(fixture.clock.now() + 24 * hours).toISOString()],
  );
  const both = { accepted: [old.client_secret, young.client_secret], signing: old.client_secret };
  assert.deepEqual(await secretsNow(app.id), both);
  assert.deepEqual(
    (await expectApiError(fixture.tx((db) => rotateSecret(db, own, fixture.deps)))).code,
    "conflict",
  );

  fixture.clock.advance(24 * hours - 1);
  assert.deepEqual(await secretsNow(app.id), both);
  assert.deepEqual(
    (await getApp(fixture.database, own, fixture.deps)).secrets.map(({ id, state }) => [id, state]),
    [
      [old.id, "signing"],
      [young.id, "next"],
    ],
  );
  fixture.clock.advance(1);
  const alone = { accepted: [young.client_secret], signing: young.client_secret };
  assert.deepEqual(await secretsNow(app.id), alone);
  const [shown] = (await getApp(fixture.database, own, fixture.deps)).secrets;
  assert.deepEqual([shown?.id, shown?.state, shown?.switch_at], [young.id, "signing", null]);
  const revoking = fixture.tx((db) => revokeSecret(db, { ...own, secret_id: old.id }, fixture.deps));
  assert.equal((await expectApiError(revoking)).code, "not_found");

  const rows = () => fixture.database.query("select 1 from app_secrets where app_id = $1", [app.id]);
  assert.equal((await rows()).rowCount, 2);
  assert.equal(await sweepSecrets(fixture.database, new Date(fixture.clock.now())), 1);
  assert.equal((await rows()).rowCount, 1);
  assert.deepEqual(await secretsNow(app.id), alone);

  const { secret: third } = await fixture.tx((db) => rotateSecret(db, own, fixture.deps));
  assert.deepEqual((await secretsNow(app.id))?.accepted, [young.client_secret, third.client_secret]);
  assert.equal(await sweepSecrets(fixture.database, new Date(fixture.clock.now())), 0);
});

test("the partner's switch lets the new secret sign at once, and the old one is gone", async () => {
  const { app } = await fixture.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const early = await expectApiError(fixture.tx((db) => switchSecret(db, own, fixture.deps)));
  assert.equal(early.code, "conflict");
  const { secret: young } = await fixture.tx((db) => rotateSecret(db, own, fixture.deps));
  const { secret } = await fixture.tx((db) => switchSecret(db, own, fixture.deps));
  assert.deepEqual([secret.id, secret.state, secret.switch_at], [young.id, "signing", null]);
  assert.deepEqual(await secretsNow(app.id), {
    accepted: [young.client_secret],
    signing: young.client_secret,
  });
  assert.equal(
    (await expectApiError(fixture.tx((db) => switchSecret(db, own, fixture.deps)))).code,
    "conflict",
  );
});

test("either of two secrets can be revoked, the only one cannot", async () => {
  for (const revoked of ["old", "young"] as const) {
    const { app, secret: old } = await fixture.register(partner);
    const own = { account_id: partner.account_id, app_id: app.id };
    const revoke = (secret_id: number) =>
      fixture.tx((db) => revokeSecret(db, { ...own, secret_id }, fixture.deps));
    assert.equal((await expectApiError(revoke(old.id))).code, "conflict");
    const { secret: young } = await fixture.tx((db) => rotateSecret(db, own, fixture.deps));
    assert.equal((await expectApiError(revoke(999_999_999))).code, "not_found");
    const [revokedSecret, stays] = revoked === "old" ? [old, young] : [young, old];
    await revoke(revokedSecret.id);
    const { client_secret } = stays;
    assert.deepEqual(await secretsNow(app.id), { accepted: [client_secret], signing: client_secret });
    fixture.clock.advance(25 * hours);
    assert.deepEqual(await secretsNow(app.id), { accepted: [client_secret], signing: client_secret });
    assert.equal((await expectApiError(revoke(stays.id))).code, "conflict");
  }
});

test("of many simultaneous rotations exactly one succeeds", async () => {
  const { app } = await fixture.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => fixture.tx((db) => rotateSecret(db, own, fixture.deps))),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await secretsNow(app.id))?.accepted.length, 2);
});

test("simultaneous changes of an app's secrets leave one that signs", async () => {
  for (let round = 0; round < 6; round++) {
    const { app, secret: old } = await fixture.register(partner);
    const own = { account_id: partner.account_id, app_id: app.id };
    const { secret: young } = await fixture.tx((db) => rotateSecret(db, own, fixture.deps));
    const outcomes = await Promise.allSettled([
      fixture.tx((db) => switchSecret(db, own, fixture.deps)),
      ...[old.id, young.id].map((secret_id) =>
        fixture.tx((db) => revokeSecret(db, { ...own, secret_id }, fixture.deps)),
      ),
      fixture.tx((db) => rotateSecret(db, own, fixture.deps)),
      sweepSecrets(fixture.database, new Date(fixture.clock.now())),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected")
        assert.ok(outcome.reason instanceof ApiError, String(outcome.reason));
    const known = await secretsNow(app.id);
    assert.ok(known);
    assert.ok(known.accepted.includes(known.signing));
    assert.ok(known.accepted.length <= 2);
    fixture.clock.advance(24 * hours);
    const later = await secretsNow(app.id);
    assert.equal(later?.accepted.length, 1);
    assert.ok(known.accepted.includes(later.signing));
  }
});

test("an unknown app has no secrets; many apps are read in one query", async () => {
  const [one, two] = [await fixture.register(partner), await fixture.register(partner)];
  assert.equal(await secretsNow(999_999_999), null);
  const ids = [one.app.id, two.app.id, 999_999_999];
  const found = await reader.secretsOfApps(fixture.database, ids, new Date(fixture.clock.now()));
  assert.deepEqual([...found.keys()].sort(), [one.app.id, two.app.id].sort());
  assert.equal(found.get(two.app.id)?.signing, two.secret.client_secret);
});
