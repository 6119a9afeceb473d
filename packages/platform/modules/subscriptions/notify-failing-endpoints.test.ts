import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  eventually,
  type FakeClock,
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";
import { createJobs } from "../../runtime/composition/jobs.ts";
import { runJob } from "../../runtime/housekeeping/start-housekeeping.ts";

const hourMs = 3_600_000;
let clock: FakeClock;
let testPlatform: TestPlatform;
let mailServer: MailServer;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let changeStock: () => Promise<void>;

before(async () => {
  mailServer = await startMailServer();
  clock = createFakeClock();
  const config = { mail: mailServer.mail };
  [testPlatform, receiver] = await Promise.all([
    startTestPlatform({ clock, config }),
    startRecordingReceiver(),
  ]);
  store = await seedStore(testPlatform, { products: 1 });
  app = await registerApp(testPlatform, receiver.url);
  const { token } = await installApp(testPlatform, { store, app });
  const url = `${receiver.url}/hooks?key=hidden`;
  const json = { topic: "inventory_level/inventory_quantity_update", url };
  await testPlatform.request(`${store.origin}/api/3.0/webhooks.json`, { method: "POST", token, json });
  let quantity = 10;
  changeStock = async () => {
    const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
    const change = { method: "PUT", token, json: { ...level, quantity: ++quantity } };
    const response = await testPlatform.request(`${store.origin}/api/4.0/inventory_levels/set.json`, change);
    assert.equal(response.status, 200, response.text);
  };
});
after(async () => {
  await testPlatform.stop();
  await receiver.stop();
  await mailServer.stop();
});

async function notifyFailures(): Promise<void> {
  const name = "notify partners of failing endpoints";
  const job = createJobs(testPlatform.platform, clock).find((candidate) => candidate.name === name);
  await runJob(testPlatform.database, job ?? assert.fail(name));
}

/** Count the emails about failing endpoints. */
async function countEmails(): Promise<number> {
  const text = "select count(*) as count from mails where kind = 'failing_endpoint'";
  return (await testPlatform.database.one<{ count: number }>(text)).count;
}

async function loadEndpoint(): Promise<{ failing_since: Date | null; notices_sent: number } | undefined> {
  const text = "select failing_since, notices_sent from endpoints where app_id = $1";
  return await testPlatform.database.maybeOne<{ failing_since: Date | null; notices_sent: number }>(text, [
    app.id,
  ]);
}

/** Let a delivery fail, and wait until its endpoint counts as failing. */
async function failOnce(): Promise<void> {
  receiver.respondWith({ status: 503 });
  await changeStock();
  await eventually(async () => (await loadEndpoint())?.failing_since !== null);
}

test("a partner gets an email when an endpoint has failed for an hour, and another after a day", async () => {
  await failOnce();
  clock.advance(hourMs - 60_000);
  await notifyFailures();
  assert.equal(await countEmails(), 0, "no email before an hour has passed");
  clock.advance(2 * 60_000);
  await Promise.all([notifyFailures(), notifyFailures()]);
  await notifyFailures();
  assert.equal(await countEmails(), 1);
  const email = await eventually(
    () => mailServer.received.find(({ to }) => to === app.partner.email) ?? null,
  );
  const pageUrl = `${testPlatform.addresses.partnersOrigin}/apps/${app.id}/installations/${await loadInstallationId(store, app)}`;
  for (const words of [app.name, receiver.url, "It answered 503.", "Deliveries waiting: 1", pageUrl, "UTC"])
    assert.ok(email.message.includes(words), `${words} is not in ${email.message}`);
  assert.match(email.message, /^Subject: Webhooks of App \w+ have been failing\r$/m);
  for (const secret of ["hidden", "key=", app.client_secret])
    assert.ok(!email.message.includes(secret), "the email contains no query and no secret");
  clock.advance(23 * hourMs);
  await notifyFailures();
  await notifyFailures();
  assert.equal(await countEmails(), 2);
  assert.match((await eventually(() => mailServer.received[1] ?? null)).message, /for a day/);

  receiver.respondWith({ status: 200 });
  await eventually(async () => {
    clock.advance(60_000);
    return (await loadEndpoint())?.failing_since === null;
  });
  await failOnce();
  clock.advance(hourMs + 60_000);
  await eventually(async () => {
    await notifyFailures();
    return (await countEmails()) === 3;
  });
});

test("no email is sent about a failing endpoint if its app is disabled or no delivery is pending", async () => {
  const update = (text: string) => testPlatform.database.query(text, [app.id]);
  const emailCount = await countEmails();
  await update("update endpoints set notices_sent = 0 where app_id = $1");
  await update("update installations set status = 'disabled' where app_id = $1");
  await notifyFailures();
  await update("update installations set status = 'enabled' where app_id = $1");
  await update(
    "update deliveries set state = 'expired', finished_at = created_at where app_id = $1 and state = 'pending'",
  );
  await notifyFailures();
  assert.equal(await countEmails(), emailCount);
  await update(
    "update deliveries set state = 'pending', finished_at = null where app_id = $1 and state = 'expired'",
  );
  await notifyFailures();
  assert.equal(await countEmails(), emailCount + 1);
});
