import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { eventually, silentLog, type TestDatabase, testDatabase } from "@souk/testkit";
import { openWakeChannel, type WakeChannel } from "./index.ts";

let storage: TestDatabase;
before(async () => {
  storage = await testDatabase();
});
after(() => storage.stop());

interface Heard {
  lanes: (readonly number[] | undefined)[];
  events: number;
}

async function open(owner: string): Promise<{ channel: WakeChannel; heard: Heard }> {
  const heard: Heard = { lanes: [], events: 0 };
  const { database } = storage;
  const channel = await openWakeChannel(
    { database, owner, log: silentLog },
    { lanes: (ids) => heard.lanes.push(ids), events: () => heard.events++ },
  );
  return { channel, heard };
}

test("another process hears of lanes and events, the one that tells does not", async () => {
  const [one, other] = await Promise.all([open("one"), open("other")]);
  one.channel.tellLanes([3, 4]);
  await eventually(() => other.heard.lanes.length === 1);
  assert.deepEqual(other.heard.lanes, [[3, 4]]);
  one.channel.tellEvents();
  await eventually(() => other.heard.events === 1);
  assert.deepEqual(one.heard, { lanes: [], events: 0 });
  await Promise.all([one.channel.close(), other.channel.close()]);
});

test("what is told within 20 ms goes in one message, each lane once", async () => {
  const [one, other] = await Promise.all([open("one"), open("other")]);
  for (let told = 0; told < 50; told++) {
    one.channel.tellLanes([1]);
    one.channel.tellLanes([2, 3]);
    one.channel.tellEvents();
  }
  await eventually(() => other.heard.lanes.flat().includes(3));
  await sleep(50);
  assert.deepEqual(other.heard, { lanes: [[1, 2, 3]], events: 1 });
  await Promise.all([one.channel.close(), other.channel.close()]);
});

test("more lanes than a message takes are told as any", async () => {
  const [one, other] = await Promise.all([open("one"), open("other")]);
  one.channel.tellLanes(Array.from({ length: 5_000 }, (_, index) => 1_000_000_000 + index));
  await eventually(() => other.heard.lanes.length === 1);
  assert.deepEqual(other.heard.lanes, [undefined]);
  await Promise.all([one.channel.close(), other.channel.close()]);
});

test("what somebody else writes to the channel is passed over, and what comes after it is heard", async () => {
  const [one, other] = await Promise.all([open("one"), open("other")]);
  for (const text of ["", "no json", "null", "7", '{"lanes":7,"events":"yes"}', '{"lanes":{}}']) {
    await storage.database.query("select pg_notify('souk_wake', $1)", [text]);
  }
  one.channel.tellLanes([5]);
  await eventually(() => other.heard.lanes.length > 0);
  assert.deepEqual(other.heard, { lanes: [[5]], events: 0 });
  await Promise.all([one.channel.close(), other.channel.close()]);
});
