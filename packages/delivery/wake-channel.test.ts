import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestDatabase, eventually, silentLog, type TestDatabase } from "@souk/testkit";
import { openWakeChannel, type WakeChannel } from "./index.ts";

let testDb: TestDatabase;
before(async () => {
  testDb = await createTestDatabase();
});
after(() => testDb.stop());

interface ReceivedMessages {
  lanes: (readonly number[] | undefined)[];
  events: number;
}

async function openChannel(owner: string): Promise<{ channel: WakeChannel; received: ReceivedMessages }> {
  const received: ReceivedMessages = { lanes: [], events: 0 };
  const { database } = testDb;
  const channel = await openWakeChannel(
    { database, owner, log: silentLog },
    { onLanes: (ids) => received.lanes.push(ids), onEvents: () => received.events++ },
  );
  return { channel, received };
}

test("a wake message is received by other processes but ignored by its sender", async () => {
  const [sender, receiver] = await Promise.all([openChannel("sender"), openChannel("receiver")]);
  sender.channel.notifyLanes([3, 4]);
  await eventually(() => receiver.received.lanes.length === 1);
  assert.deepEqual(receiver.received.lanes, [[3, 4]]);
  sender.channel.notifyEvents();
  await eventually(() => receiver.received.events === 1);
  assert.deepEqual(sender.received, { lanes: [], events: 0 });
  await Promise.all([sender.channel.close(), receiver.channel.close()]);
});

test("wake notifications within 20 ms are sent in one message, with each lane once", async () => {
  const [sender, receiver] = await Promise.all([openChannel("sender"), openChannel("receiver")]);
  for (let n = 0; n < 50; n++) {
    sender.channel.notifyLanes([1]);
    sender.channel.notifyLanes([2, 3]);
    sender.channel.notifyEvents();
  }
  await eventually(() => receiver.received.lanes.flat().includes(3));
  await sleep(50);
  assert.deepEqual(receiver.received, { lanes: [[1, 2, 3]], events: 1 });
  await Promise.all([sender.channel.close(), receiver.channel.close()]);
});

test("a wake message about too many lanes is sent without lane ids", async () => {
  const [sender, receiver] = await Promise.all([openChannel("sender"), openChannel("receiver")]);
  sender.channel.notifyLanes(Array.from({ length: 5_000 }, (_, index) => 1_000_000_000 + index));
  await eventually(() => receiver.received.lanes.length === 1);
  assert.deepEqual(receiver.received.lanes, [undefined]);
  await Promise.all([sender.channel.close(), receiver.channel.close()]);
});

test("an invalid message on the wake channel is ignored", async () => {
  const [sender, receiver] = await Promise.all([openChannel("sender"), openChannel("receiver")]);
  for (const text of ["", "no json", "null", "7", '{"lanes":7,"events":"yes"}', '{"lanes":{}}']) {
    await testDb.database.query("select pg_notify('souk_wake', $1)", [text]);
  }
  sender.channel.notifyLanes([5]);
  await eventually(() => receiver.received.lanes.length > 0);
  assert.deepEqual(receiver.received, { lanes: [[5]], events: 0 });
  await Promise.all([sender.channel.close(), receiver.channel.close()]);
});
