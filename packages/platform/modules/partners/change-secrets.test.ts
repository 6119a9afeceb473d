import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Refusal } from "@souk/contract";
import { revokeSecret, rotateSecret, switchSecret } from "./change-secrets.ts";
import { createSecretReader, type SecretReader, sweepSecrets } from "./index.ts";
import { getApp } from "./own-apps.ts";
import { openDesk, type PartnerDesk, type Person, refusal } from "./testing/partner-desk.ts";

const hours = 3_600_000;

let desk: PartnerDesk;
let partner: Person;
let reader: SecretReader;

before(async () => {
  desk = await openDesk();
  partner = await desk.person("partner");
  reader = createSecretReader(desk.wiring.vault);
});
after(() => desk.stop());

function secretsNow(appId: number) {
  return reader.secretsOf(desk.database, appId, new Date(desk.clock.now()));
}

test("a secret's whole life: rotated, both accepted, the old one signing for 24 hours, then gone", async () => {
  const { app, secret: old } = await desk.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const { secret: young } = await desk.tx((run) => rotateSecret(run, own, desk.wiring));
  assert.deepEqual(
    [young.state, young.switch_at],
    ["next", new Date(desk.clock.now() + 24 * hours).toISOString()],
  );
  const both = { accepted: [old.client_secret, young.client_secret], signing: old.client_secret };
  assert.deepEqual(await secretsNow(app.id), both);
  assert.deepEqual((await refusal(desk.tx((run) => rotateSecret(run, own, desk.wiring)))).code, "conflict");

  desk.clock.advance(24 * hours - 1);
  assert.deepEqual(await secretsNow(app.id), both);
  assert.deepEqual(
    (await getApp(desk.database, own, desk.wiring)).secrets.map(({ id, state }) => [id, state]),
    [
      [old.id, "signing"],
      [young.id, "next"],
    ],
  );
  desk.clock.advance(1);
  const alone = { accepted: [young.client_secret], signing: young.client_secret };
  assert.deepEqual(await secretsNow(app.id), alone);
  const [shown] = (await getApp(desk.database, own, desk.wiring)).secrets;
  assert.deepEqual([shown?.id, shown?.state, shown?.switch_at], [young.id, "signing", null]);
  const gone = desk.tx((run) => revokeSecret(run, { ...own, secret_id: old.id }, desk.wiring));
  assert.equal((await refusal(gone)).code, "not_found");

  const rows = () => desk.database.query("select 1 from app_secrets where app_id = $1", [app.id]);
  assert.equal((await rows()).rowCount, 2);
  assert.equal(await sweepSecrets(desk.database, new Date(desk.clock.now())), 1);
  assert.equal((await rows()).rowCount, 1);
  assert.deepEqual(await secretsNow(app.id), alone);

  const { secret: third } = await desk.tx((run) => rotateSecret(run, own, desk.wiring));
  assert.deepEqual((await secretsNow(app.id))?.accepted, [young.client_secret, third.client_secret]);
  assert.equal(await sweepSecrets(desk.database, new Date(desk.clock.now())), 0);
});

test("the partner's switch lets the new secret sign at once, and the old one is gone", async () => {
  const { app } = await desk.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const early = await refusal(desk.tx((run) => switchSecret(run, own, desk.wiring)));
  assert.equal(early.code, "conflict");
  const { secret: young } = await desk.tx((run) => rotateSecret(run, own, desk.wiring));
  const { secret } = await desk.tx((run) => switchSecret(run, own, desk.wiring));
  assert.deepEqual([secret.id, secret.state, secret.switch_at], [young.id, "signing", null]);
  assert.deepEqual(await secretsNow(app.id), {
    accepted: [young.client_secret],
    signing: young.client_secret,
  });
  assert.equal((await refusal(desk.tx((run) => switchSecret(run, own, desk.wiring)))).code, "conflict");
});

test("of two secrets either can be revoked, the only one cannot", async () => {
  for (const revoked of ["old", "young"] as const) {
    const { app, secret: old } = await desk.register(partner);
    const own = { account_id: partner.account_id, app_id: app.id };
    const revoke = (secret_id: number) =>
      desk.tx((run) => revokeSecret(run, { ...own, secret_id }, desk.wiring));
    assert.equal((await refusal(revoke(old.id))).code, "conflict");
    const { secret: young } = await desk.tx((run) => rotateSecret(run, own, desk.wiring));
    assert.equal((await refusal(revoke(999_999_999))).code, "not_found");
    const [gone, stays] = revoked === "old" ? [old, young] : [young, old];
    await revoke(gone.id);
    const { client_secret } = stays;
    assert.deepEqual(await secretsNow(app.id), { accepted: [client_secret], signing: client_secret });
    desk.clock.advance(25 * hours);
    assert.deepEqual(await secretsNow(app.id), { accepted: [client_secret], signing: client_secret });
    assert.equal((await refusal(revoke(stays.id))).code, "conflict");
  }
});

test("of many rotations at once exactly one succeeds", async () => {
  const { app } = await desk.register(partner);
  const own = { account_id: partner.account_id, app_id: app.id };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => desk.tx((run) => rotateSecret(run, own, desk.wiring))),
  );
  assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await secretsNow(app.id))?.accepted.length, 2);
});

test("whatever is done to an app's secrets at once, one signs and stays", async () => {
  for (let round = 0; round < 6; round++) {
    const { app, secret: old } = await desk.register(partner);
    const own = { account_id: partner.account_id, app_id: app.id };
    const { secret: young } = await desk.tx((run) => rotateSecret(run, own, desk.wiring));
    const outcomes = await Promise.allSettled([
      desk.tx((run) => switchSecret(run, own, desk.wiring)),
      ...[old.id, young.id].map((secret_id) =>
        desk.tx((run) => revokeSecret(run, { ...own, secret_id }, desk.wiring)),
      ),
      desk.tx((run) => rotateSecret(run, own, desk.wiring)),
      sweepSecrets(desk.database, new Date(desk.clock.now())),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") assert.ok(outcome.reason instanceof Refusal, String(outcome.reason));
    const known = await secretsNow(app.id);
    assert.ok(known);
    assert.ok(known.accepted.includes(known.signing));
    assert.ok(known.accepted.length <= 2);
    desk.clock.advance(24 * hours);
    const later = await secretsNow(app.id);
    assert.equal(later?.accepted.length, 1);
    assert.ok(known.accepted.includes(later.signing));
  }
});

test("an app that is none has no secrets; many apps are read in one go", async () => {
  const [one, two] = [await desk.register(partner), await desk.register(partner)];
  assert.equal(await secretsNow(999_999_999), null);
  const ids = [one.app.id, two.app.id, 999_999_999];
  const found = await reader.secretsOfApps(desk.database, ids, new Date(desk.clock.now()));
  assert.deepEqual([...found.keys()].sort(), [one.app.id, two.app.id].sort());
  assert.equal(found.get(two.app.id)?.signing, two.secret.client_secret);
});
