import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { proofSeed, seededRandom, type TestDatabase, testDatabase } from "@souk/testkit";
import { instantText } from "./instant-text.ts";

let db: TestDatabase;

before(async () => {
  db = await testDatabase();
});
after(() => db.stop());

const zones = [
  "UTC",
  "Asia/Kuala_Lumpur",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "America/New_York",
  "America/St_Johns",
  "Europe/London",
  "Pacific/Chatham",
  "Pacific/Apia",
];

const hourMs = 3_600_000;

/** List instants of many years, and the hours around clock changes in 2026. */
function instants(): string[] {
  const random = seededRandom(proofSeed());
  const from = Date.UTC(2000, 0, 1);
  const anywhere = Array.from({ length: 300 }, () => from + Math.floor(random() * 35 * 365 * 24 * hourMs));
  const changes = [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 3, 4, 15)];
  const around = changes.flatMap((ms) => [-hourMs, -1, 0, 1, hourMs / 2, hourMs].map((by) => ms + by));
  return [...anywhere, ...around].map((ms) => new Date(ms).toISOString());
}

test("an instant has the same text as souk_time's, in all zones and at clock changes", async () => {
  const asked = instants();
  for (const zone of zones) {
    const rows = await db.database.many<{ shown: string }>(
      `select souk_time(at::timestamptz, $2) as shown from unnest($1::text[]) with ordinality as x (at, place) order by place`,
      [asked, zone],
    );
    assert.deepEqual(
      asked.map((instant) => instantText(instant, zone)),
      rows.map(({ shown }) => shown),
      zone,
    );
  }
});
