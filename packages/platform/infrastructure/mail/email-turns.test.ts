import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { leaseDueEmail } from "./email-store.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform();
});
after(() => testPlatform.stop());

function queueEmail(store_id: number | null, recipient: string, priority: boolean): Promise<void> {
  const mail = { store_id, recipient, priority, kind: "any", subject: "News", text: "News" };
  return testPlatform.platform.mail.queue.send(testPlatform.database, mail);
}

test("emails with priority are sent first, and stores take turns", async () => {
  const [firstStoreId, secondStoreId] = [
    (await seedStore(testPlatform)).id,
    (await seedStore(testPlatform)).id,
  ];
  for (const number of [1, 2, 3, 4]) await queueEmail(firstStoreId, `bulk${number}`, false);
  await queueEmail(secondStoreId, "single", false);
  await queueEmail(firstStoreId, "invited1", true);
  await queueEmail(firstStoreId, "invited2", true);
  await queueEmail(null, "partner", true);
  const now = new Date(Date.now() + 1_000);
  const until = new Date(now.getTime() + 60_000);
  const turns = { priority: 0, normal: 0 };
  const recipients: string[] = [];
  for (;;) {
    const mail = await leaseDueEmail(testPlatform.database, { now, until }, turns);
    if (mail === null) break;
    recipients.push(mail.recipient);
  }
  assert.deepEqual(recipients, [
    ...["invited1", "partner", "invited2"],
    ...["bulk1", "single", "bulk2", "bulk3", "bulk4"],
  ]);
});
