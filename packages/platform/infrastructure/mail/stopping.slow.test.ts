import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createTestDatabase,
  eventually,
  startTestPlatform,
  type TestDatabase,
  type TestPlatform,
} from "@souk/testkit";
import { type MailServer, startMailServer } from "./testing/mail-server.ts";

let testDatabase: TestDatabase;
let mailServer: MailServer;
/** A platform without an SMTP server. It only queues emails, which another platform then sends. */
let writer: TestPlatform;

before(async () => {
  [testDatabase, mailServer] = await Promise.all([createTestDatabase(), startMailServer()]);
  writer = await startTestPlatform({ testDatabase });
});
after(async () => {
  await writer.stop();
  await mailServer.stop();
  await testDatabase.stop();
});

interface EmailResult {
  state: string;
  attempts: number;
  error: string | null;
}

/**
 * Start a platform with twelve queued emails, and stop it while the mail server is receiving four of them.
 * @param isResponding whether the mail server acknowledges the four emails while the platform is stopping
 * @returns the states of the emails after the platform has stopped
 */
async function stopWhileSending(isResponding: boolean): Promise<EmailResult[]> {
  await writer.database.query("delete from mails");
  const acknowledgment = Promise.withResolvers<void>();
  let inProgressCount = 0;
  mailServer.beforeAccept = () => {
    inProgressCount += 1;
    return acknowledgment.promise;
  };
  for (let index = 0; index < 12; index++) {
    const mail = { store_id: null, recipient: `guest${index}@guests.test`, kind: "any", subject: "News" };
    await writer.platform.mail.queue.send(writer.database, { ...mail, text: "News" });
  }
  const testPlatform = await startTestPlatform({ testDatabase, config: { mail: mailServer.mail } });
  await eventually(() => inProgressCount === 4);
  const stopping = testPlatform.stop();
  if (isResponding) setImmediate(acknowledgment.resolve);
  await stopping;
  acknowledgment.resolve();
  const text = "select state, attempts, error from mails order by attempts desc, id";
  return await writer.database.many<EmailResult>(text);
}

test("a stopping process finishes the emails in progress and starts no others", async () => {
  const emails = await stopWhileSending(true);
  assert.deepEqual(
    emails.map(({ state, attempts }) => `${state} ${attempts}`),
    [...Array<string>(4).fill("sent 1"), ...Array<string>(8).fill("queued 0")],
  );
});

test("a stopping process does not wait for an unresponsive mail server", async () => {
  const emails = await stopWhileSending(false);
  assert.deepEqual(
    emails.map(({ state, attempts }) => `${state} ${attempts}`),
    [...Array<string>(4).fill("queued 1"), ...Array<string>(8).fill("queued 0")],
  );
  assert.match(emails[0]?.error ?? "", /stopped/);
});
