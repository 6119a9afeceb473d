import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seedStore, type TestPlatform, testPlatform } from "@souk/testkit";
import { leaseDueEmail } from "./email-store.ts";

let testing: TestPlatform;

before(async () => {
  testing = await testPlatform();
});
after(() => testing.stop());

function send(store_id: number | null, recipient: string, priority: boolean): Promise<void> {
  const mail = { store_id, recipient, priority, kind: "any", subject: "News", text: "News" };
  return testing.platform.mail.post.send(testing.database, mail);
}

test("email of the platform leaves first, and stores take turns", async () => {
  const [one, other] = [(await seedStore(testing)).id, (await seedStore(testing)).id];
  for (const at of [1, 2, 3, 4]) await send(one, `bulk${at}`, false);
  await send(other, "single", false);
  await send(one, "invited1", true);
  await send(one, "invited2", true);
  await send(null, "partner", true);
  const now = new Date(Date.now() + 1_000);
  const until = new Date(now.getTime() + 60_000);
  const turns = { first: 0, rest: 0 };
  const taken: string[] = [];
  for (;;) {
    const mail = await leaseDueEmail(testing.database, { now, until }, turns);
    if (mail === null) break;
    taken.push(mail.recipient);
  }
  assert.deepEqual(taken, [
    ...["invited1", "partner", "invited2"],
    ...["bulk1", "single", "bulk2", "bulk3", "bulk4"],
  ]);
});
