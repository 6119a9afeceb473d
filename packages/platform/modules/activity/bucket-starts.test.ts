import assert from "node:assert/strict";
import { test } from "node:test";
import { buildBuckets } from "./bucket-starts.ts";

const hourMs = 3_600_000;

/** Return the wall-clock times at which the buckets of a zone begin, with the length of each in hours. */
function shown(now: string, zone: string, days: number): [start: string, hours: number][] {
  const at = Date.parse(now);
  const { starts } = buildBuckets(at, zone, days);
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return starts.map((start, n) => [
    clock.format(start),
    ((starts[n + 1]?.getTime() ?? at) - start.getTime()) / hourMs,
  ]);
}

test("days begin at midnight of store time, the present one last", () => {
  const days = shown("2026-11-20T18:30:00Z", "Asia/Kuala_Lumpur", 3);
  assert.deepEqual(days, [
    ["2026-11-19 00:00", 24],
    ["2026-11-20 00:00", 24],
    ["2026-11-21 00:00", 2.5],
  ]);
  assert.equal(shown("2026-11-20T18:30:00Z", "Asia/Kuala_Lumpur", 90).length, 90);
});

test("a day has its real length where clocks change", () => {
  const spring = shown("2026-03-30T10:00:00Z", "Europe/Berlin", 3);
  assert.deepEqual(spring.map(([, hours]) => hours).slice(0, 2), [24, 23]);
  const autumn = shown("2026-10-26T10:00:00Z", "Europe/Berlin", 3);
  assert.deepEqual(autumn.map(([, hours]) => hours).slice(0, 2), [24, 25]);
});

test("a midnight that does not exist or exists twice begins its day once", () => {
  const skipped = shown("2026-04-26T10:00:00Z", "Africa/Cairo", 5);
  assert.deepEqual(
    skipped.slice(0, 4).map(([start, hours]) => [start.slice(5), hours]),
    [
      ["04-22 00:00", 24],
      ["04-23 00:00", 24],
      ["04-24 01:00", 23],
      ["04-25 00:00", 24],
    ],
  );
  const twice = shown("2026-11-03T12:00:00Z", "America/Havana", 4);
  assert.deepEqual(
    twice.slice(0, 3).map(([start, hours]) => [start.slice(5), hours]),
    [
      ["10-31 00:00", 24],
      ["11-01 00:00", 25],
      ["11-02 00:00", 24],
    ],
  );
});

test("up to two days are shown by the hour, and an hour that happens twice is two", () => {
  const one = shown("2026-10-25T02:10:00Z", "Europe/Berlin", 1);
  assert.equal(one.length, 24);
  assert.deepEqual(
    one.slice(-4).map(([start]) => start.slice(11)),
    ["01:00", "02:00", "02:00", "03:00"],
  );
  assert.equal(buildBuckets(0, "UTC", 2).starts.length, 48);
  const { unit, starts } = buildBuckets(Date.parse("2026-11-20T10:20:00Z"), "Asia/Kathmandu", 1);
  assert.deepEqual([unit, starts.at(-1)?.toISOString()], ["hour", "2026-11-20T10:15:00.000Z"]);
});
