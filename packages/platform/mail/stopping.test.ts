import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type TestDatabase, type TestPlatform, testDatabase, testPlatform } from "@souk/testkit";
import { type MailServer, startMailServer } from "./testing/mail-server.ts";

let storage: TestDatabase;
let mailServer: MailServer;
/** It sends no mail: all that it writes is there when another begins to. */
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

/** Stops a platform with twelve mails to send, once four of them are with the mail server. @returns the mails then */
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
  return (await writer.database.query<Row>(text)).rows;
}

test("a process that stops ends the mails that are under way and begins no other", async () => {
  const mails = await stopUnderMail(true);
  assert.deepEqual(
    mails.map(({ state, attempts }) => `${state} ${attempts}`),
    [...Array<string>(4).fill("sent 1"), ...Array<string>(8).fill("queued 0")],
  );
});

test("a mail server that answers no more is not waited for by a process that stops", async () => {
  const mails = await stopUnderMail(false);
  assert.deepEqual(
    mails.map(({ state, attempts }) => `${state} ${attempts}`),
    [...Array<string>(4).fill("queued 1"), ...Array<string>(8).fill("queued 0")],
  );
  assert.match(mails[0]?.error ?? "", /stopped/);
});
