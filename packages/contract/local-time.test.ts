import assert from "node:assert/strict";
import { test } from "node:test";
import { getZoneOffset, isTimeZone, parseDate, parseInstant, toInstant } from "./local-time.ts";

test("the UTC offset of a time zone depends on the instant", () => {
  const hourMs = 3_600_000;
  assert.equal(getZoneOffset(Date.UTC(2026, 0, 1), "Asia/Kuala_Lumpur"), 8 * hourMs);
  assert.equal(getZoneOffset(Date.UTC(2026, 0, 1), "America/New_York"), -5 * hourMs);
  assert.equal(getZoneOffset(Date.UTC(2026, 6, 1), "America/New_York"), -4 * hourMs);
  assert.equal(getZoneOffset(Date.UTC(2026, 6, 1), "Asia/Kathmandu"), 5.75 * hourMs);
});

test("a local time that daylight saving skips is converted to the earlier or the later of two instants, as the caller chooses", () => {
  const localTime = Date.UTC(2026, 2, 8, 2, 30);
  assert.equal(
    new Date(toInstant(localTime, "America/New_York", "earlier")).toISOString(),
    "2026-03-08T06:30:00.000Z",
  );
  assert.equal(
    new Date(toInstant(localTime, "America/New_York", "later")).toISOString(),
    "2026-03-08T07:30:00.000Z",
  );
});

test("a string that is not a date is parsed as null", () => {
  for (const text of [
    "",
    "2026",
    "2026-13-01",
    "2026-02-30",
    "2026-01-01T25:00",
    "2026-01-01T10:61",
    "01/02/2026",
    "0000-01-01",
    "2026-01-01T23:59:60Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+08:60",
    "now",
  ]) {
    assert.equal(parseDate(text), null, text);
  }
});

test("a time zone name that IANA does not list is invalid", () => {
  assert.equal(isTimeZone("Europe/Berlin"), true);
  assert.equal(isTimeZone("Mars/Olympus"), false);
});

test("the years 1 to 99 are not read as 1901 to 1999", () => {
  assert.equal(parseDate("0001-01-01T00:00:00Z")?.wallMs, -62_135_596_800_000);
  assert.equal(parseDate("2024-02-29")?.wallMs, Date.UTC(2024, 1, 29));
  assert.deepEqual(parseDate("9999-12-31T23:59:59.999999-08:00"), {
    wallMs: Date.UTC(9999, 11, 31, 23, 59, 59, 999),
    offsetMs: -28_800_000,
  });
  assert.equal(
    new Date(toInstant(-62_135_596_800_000, "UTC", "earlier")).toISOString(),
    "0001-01-01T00:00:00.000Z",
  );
  assert.equal(
    getZoneOffset(-62_135_596_800_000, "Asia/Kuala_Lumpur"),
    getZoneOffset(Date.UTC(1850, 0), "Asia/Kuala_Lumpur"),
  );
});

const parse = (text: string) => parseInstant(text, "Asia/Kuala_Lumpur")?.toISOString() ?? null;

test("a date without a UTC offset is a local time of the zone", () => {
  assert.equal(parse("2026-12-01 10:00:00"), "2026-12-01T02:00:00.000Z");
  assert.equal(parse("2026-12-01T10:00:00-02:00"), "2026-12-01T12:00:00.000Z");
});

test("a date is rejected if its year would not have four digits in every time zone", () => {
  assert.equal(parse("9999-12-30T00:00:00Z"), "9999-12-30T00:00:00.000Z");
  assert.equal(parse("0001-01-02T00:00:00Z"), "0001-01-02T00:00:00.000Z");
  for (const text of ["soon", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"])
    assert.equal(parse(text), null, text);
});
