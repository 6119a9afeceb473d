import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type TestDatabase, type TestPlatform, testDatabase, testPlatform } from "@souk/testkit";
import { type MailServer, startMailServer } from "./testing/mail-server.ts";

let storage: TestDatabase;
let mailServer: MailServer;
/** A platform that sends no email: all emails it writes are there when another one begins to send. */
let writer: TestPlatform;

before(async () => {
  [storage, mailServer] = await Promise.all([testDatabase(), startMailServer()]);
  writer = await testPlatform({ on: storage });
});
after(async () => {
  await writer.stop();
  await mailServer.stop();
  await storage.stop();
});

interface Row {
  state: string;
  attempts: number;
  error: string | null;
}

/**
 * Stop a platform with twelve emails to send, once the mail server has four of them. @returns the emails then
 */
async function stopUnderMail(isAnswering: boolean): Promise<Row[]> {
  await writer.database.query("delete from mails");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let underWay = 0;
  mailServer.whileTaken = () => {
    underWay += 1;
    return released;
  };
  for (let at = 0; at < 12; at++) {
    const mail = { store_id: null, recipient: `guest${at}@guests.test`, kind: "any", subject: "News" };
    await writer.platform.mail.post.send(writer.database, { ...mail, text: "News" });
  }
  const testing = await testPlatform({ on: storage, config: { mail: mailServer.mail } });
  await eventually(() => underWay === 4);
  const stopped = testing.stop();
  if (isAnswering) setImmediate(release);
  await stopped;
  release();
  const text = "select state, attempts, error from mails order by attempts desc, id";
  return await writer.database.many<Row>(text);
}

test("a stopping process finishes the emails in progress and begins no other", async () => {
  const emails = await stopUnderMail(true);
  assert.deepEqual(
    emails.map(({ state, attempts }) => `${state} ${attempts}`),
    [...Array<string>(4).fill("sent 1"), ...Array<string>(8).fill("queued 0")],
  );
});

test("a stopping process does not wait for a mail server that no longer responds", async () => {
  const emails = await stopUnderMail(false);
  assert.deepEqual(
    emails.map(({ state, attempts }) => `${state} ${attempts}`),
    [...Array<string>(4).fill("queued 1"), ...Array<string>(8).fill("queued 0")],
  );
  assert.match(emails[0]?.error ?? "", /stopped/);
});
