import { test } from "node:test";
import type { Database } from "@souk/database";
import { eventually, silentLog } from "@souk/testkit";
import { databaseClock } from "./database-clock.ts";
import { DatabaseTime } from "./database-time.ts";
import { noFailpoint } from "./failpoint.ts";
import { LaneCloser } from "./lane-closer.ts";
import { leasedLane } from "./leased-lane.ts";

test("a closed lane that could not be given back, for the database was away, is given back later", async (t) => {
  // Something has come to the lane since it was taken: it is not removed.
  const query = async () => ({ rows: [], rowCount: 0 });
  const ground = {
    database: { query } as unknown as Database,
    owner: "a",
    clock: databaseClock,
    time: new DatabaseTime(databaseClock),
    random: () => 0.5,
    log: silentLog,
    failpoint: noFailpoint,
  };
  let tries = 0;
  const done = async () => {
    if (++tries === 1) throw new Error("away");
  };
  const closer = new LaneCloser(ground, { cancelled: () => undefined, done });
  t.after(() => closer.stop());
  const taken = {
    id: 1,
    kind: "subscription",
    epoch: 1,
    installation_id: 1,
    store_id: 1,
    app_id: 1,
  } as const;
  const more = { closed: true, wakes: 0, endpoint: null, probe: false };
  closer.add(leasedLane({ ...taken, ...more }, null, performance.now() + 30_000));
  await eventually(() => tries === 2);
});
