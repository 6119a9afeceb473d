import assert from "node:assert/strict";
import { test } from "node:test";
import { buildBuckets } from "./bucket-starts.ts";

const hourMs = 3_600_000;

/** List the buckets up to `now`, each with the wall-clock time at which it starts and its length in hours. */
function listBuckets(now: string, zone: string, days: number): [start: string, hours: number][] {
  const nowMs = Date.parse(now);
  const { starts } = buildBuckets(nowMs, zone, days);
  const formatter = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return starts.map((start, index) => [
    formatter.format(start),
    ((starts[index + 1]?.getTime() ?? nowMs) - start.getTime()) / hourMs,
  ]);
}

test("a store's activity by day starts at midnight in the store's time zone and ends with today", () => {
  const days = listBuckets("2026-11-20T18:30:00Z", "Asia/Kuala_Lumpur", 3);
  assert.deepEqual(days, [
    ["2026-11-19 00:00", 24],
    ["2026-11-20 00:00", 24],
    ["2026-11-21 00:00", 2.5],
  ]);
  assert.equal(listBuckets("2026-11-20T18:30:00Z", "Asia/Kuala_Lumpur", 90).length, 90);
});

test("in a store's activity by day, a day on which the clocks change has its real length", () => {
  const spring = listBuckets("2026-03-30T10:00:00Z", "Europe/Berlin", 3);
  assert.deepEqual(spring.map(([, hours]) => hours).slice(0, 2), [24, 23]);
  const autumn = listBuckets("2026-10-26T10:00:00Z", "Europe/Berlin", 3);
  assert.deepEqual(autumn.map(([, hours]) => hours).slice(0, 2), [24, 25]);
});

test("in a store's activity by day, a day whose midnight is skipped or happens twice has one start", () => {
  const skippedMidnight = listBuckets("2026-04-26T10:00:00Z", "Africa/Cairo", 5);
  assert.deepEqual(
    skippedMidnight.slice(0, 4).map(([start, hours]) => [start.slice(5), hours]),
    [
      ["04-22 00:00", 24],
      ["04-23 00:00", 24],
      ["04-24 01:00", 23],
      ["04-25 00:00", 24],
    ],
  );
  const repeatedMidnight = listBuckets("2026-11-03T12:00:00Z", "America/Havana", 4);
  assert.deepEqual(
    repeatedMidnight.slice(0, 3).map(([start, hours]) => [start.slice(5), hours]),
    [
      ["10-31 00:00", 24],
      ["11-01 00:00", 25],
      ["11-02 00:00", 24],
    ],
  );
});

test("a store's activity of up to two days is counted by hour, and a repeated hour counts as two hours", () => {
  const hours = listBuckets("2026-10-25T02:10:00Z", "Europe/Berlin", 1);
  assert.equal(hours.length, 24);
  assert.deepEqual(
    hours.slice(-4).map(([start]) => start.slice(11)),
    ["01:00", "02:00", "02:00", "03:00"],
  );
  assert.equal(buildBuckets(0, "UTC", 2).starts.length, 48);
  const { unit, starts } = buildBuckets(Date.parse("2026-11-20T10:20:00Z"), "Asia/Kathmandu", 1);
  assert.deepEqual([unit, starts.at(-1)?.toISOString()], ["hour", "2026-11-20T10:15:00.000Z"]);
});
