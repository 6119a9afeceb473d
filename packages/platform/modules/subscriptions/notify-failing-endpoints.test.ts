import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  type FakeClock,
  fakeClock,
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";
import { createJobs } from "../../runtime/composition/jobs.ts";
import { runJob } from "../../runtime/housekeeping/start-housekeeping.ts";

const hourMs = 3_600_000;
let clock: FakeClock;
let testing: TestPlatform;
let mailServer: MailServer;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let changeStock: () => Promise<void>;

before(async () => {
  mailServer = await startMailServer();
  clock = fakeClock();
  const config = { mail: mailServer.mail };
  [testing, receiver] = await Promise.all([testPlatform({ clock, config }), recordingReceiver()]);
  store = await seedStore(testing, { products: 1 });
  app = await registerApp(testing, receiver.url);
  const { token } = await installApp(testing, { store, app });
  const url = `${receiver.url}/hooks?key=hidden`;
  const json = { topic: "inventory_level/inventory_quantity_update", url };
  await testing.request(`${store.origin}/api/3.0/webhooks.json`, { method: "POST", token, json });
  let quantity = 10;
  changeStock = async () => {
    const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
    const change = { method: "PUT", token, json: { ...level, quantity: ++quantity } };
    const answer = await testing.request(`${store.origin}/api/4.0/inventory_levels/set.json`, change);
    assert.equal(answer.status, 200, answer.text);
  };
});
after(async () => {
  await testing.stop();
  await receiver.stop();
  await mailServer.stop();
});

async function runAt(name: string): Promise<void> {
  const job = createJobs(testing.platform, clock).find((one) => one.name === name) ?? assert.fail(name);
  await runJob(testing.database, job);
}

const notifyFailures = () => runAt("tell of failing endpoints");

/** Count the emails of this kind. */
async function written(): Promise<number> {
  const text = "select count(*) as n from mails where kind = 'failing_endpoint'";
  return (await testing.database.one<{ n: number }>(text)).n;
}

async function endpoint(): Promise<{ failing_since: Date | null; notices_sent: number } | undefined> {
  const text = "select failing_since, notices_sent from endpoints where app_id = $1";
  return await testing.database.maybeOne<{ failing_since: Date | null; notices_sent: number }>(text, [
    app.id,
  ]);
}

async function failOnce(): Promise<void> {
  receiver.answer({ status: 503 });
  await changeStock();
  await eventually(async () => (await endpoint())?.failing_since !== null);
}

test("a partner gets an email once after an hour and once after a day of each failure", async () => {
  await failOnce();
  clock.advance(hourMs - 60_000);
  await notifyFailures();
  assert.equal(await written(), 0, "not before an hour");
  clock.advance(2 * 60_000);
  await Promise.all([notifyFailures(), notifyFailures()]);
  await notifyFailures();
  assert.equal(await written(), 1);
  const mail = await eventually(() => mailServer.received.find(({ to }) => to === app.partner.email) ?? null);
  const page = `${testing.addresses.partnersOrigin}/apps/${app.id}/installations/${await loadInstallationId(store, app)}`;
  for (const words of [app.name, receiver.url, "It answered 503.", "Deliveries waiting: 1", page, "UTC"])
    assert.ok(mail.message.includes(words), `${words} is not in ${mail.message}`);
  assert.match(mail.message, /^Subject: Webhooks of App \w+ have been failing\r$/m);
  for (const secret of ["hidden", "key=", app.client_secret])
    assert.ok(!mail.message.includes(secret), "no query, no secret");
  clock.advance(23 * hourMs);
  await notifyFailures();
  await notifyFailures();
  assert.equal(await written(), 2);
  assert.match((await eventually(() => mailServer.received[1] ?? null)).message, /for a day/);

  receiver.answer({ status: 200 });
  await eventually(async () => {
    clock.advance(60_000);
    return (await endpoint())?.failing_since === null;
  });
  await failOnce();
  clock.advance(hourMs + 60_000);
  await eventually(async () => {
    await notifyFailures();
    return (await written()) === 3;
  });
});

test("no email is sent about an endpoint without deliveries that may be sent", async () => {
  const set = (text: string) => testing.database.query(text, [app.id]);
  const count = await written();
  await set("update endpoints set notices_sent = 0 where app_id = $1");
  await set("update installations set status = 'disabled' where app_id = $1");
  await notifyFailures();
  await set("update installations set status = 'enabled' where app_id = $1");
  await set(
    "update deliveries set state = 'expired', finished_at = created_at where app_id = $1 and state = 'pending'",
  );
  await notifyFailures();
  assert.equal(await written(), count);
  await set(
    "update deliveries set state = 'pending', finished_at = null where app_id = $1 and state = 'expired'",
  );
  await notifyFailures();
  assert.equal(await written(), count + 1);
});
