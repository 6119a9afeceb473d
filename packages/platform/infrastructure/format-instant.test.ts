import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createSeededRandom, createTestDatabase, getProofSeed, type TestDatabase } from "@souk/testkit";
import { formatInstant } from "./format-instant.ts";

let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
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

/** List random instants from a period of 35 years, and instants around clock changes in 2026. */
function listInstants(): string[] {
  const random = createSeededRandom(getProofSeed());
  const from = Date.UTC(2000, 0, 1);
  const randomInstants = Array.from(
    { length: 300 },
    () => from + Math.floor(random() * 35 * 365 * 24 * hourMs),
  );
  // Clock changes in New York, in London and on Lord Howe Island.
  const changes = [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 3, 4, 15)];
  const instantsAroundChanges = changes.flatMap((ms) =>
    [-hourMs, -1, 0, 1, hourMs / 2, hourMs].map((offsetMs) => ms + offsetMs),
  );
  return [...randomInstants, ...instantsAroundChanges].map((ms) => new Date(ms).toISOString());
}

test("`formatInstant` returns the same text as `souk_time` in SQL, even at clock changes", async () => {
  const instants = listInstants();
  for (const zone of zones) {
    const rows = await db.database.many<{ shown: string }>(
      `select souk_time(at::timestamptz, $2) as shown from unnest($1::text[]) with ordinality as x (at, place) order by place`,
      [instants, zone],
    );
    assert.deepEqual(
      instants.map((instant) => formatInstant(instant, zone)),
      rows.map(({ shown }) => shown),
      zone,
    );
  }
});
