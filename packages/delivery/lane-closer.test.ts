import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { LaneCloser } from "./lane-closer.ts";
import { leasedLane } from "./leased-lane.ts";
import { groundAnswering } from "./testing/engine-ground.ts";

test("a closed lane that could not be given back, for the database was away, is given back later", async (t) => {
  // Something has come to the lane since it was taken: it is not removed.
  const ground = groundAnswering(async () => ({ rows: [], rowCount: 0 }));
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
