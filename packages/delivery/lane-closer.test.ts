import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { LaneCloser } from "./lane-closer.ts";
import { createLeasedLane } from "./leased-lane.ts";
import { createEngineDeps } from "./testing/engine-deps.ts";

test("a closed lane that an outage kept from being released is released later", async (t) => {
  // No row is deleted, as when the lane had arrivals since it was leased.
  const deps = createEngineDeps(async () => ({ rows: [], rowCount: 0 }));
  let calls = 0;
  const done = async () => {
    if (++calls === 1) throw new Error("away");
  };
  const closer = new LaneCloser(deps, { cancelled: () => undefined, done });
  t.after(() => closer.stop());
  const row = {
    id: 1,
    kind: "subscription",
    epoch: 1,
    installation_id: 1,
    store_id: 1,
    app_id: 1,
  } as const;
  const state = { closed: true, wake_count: 0, endpoint: null, probe: false };
  closer.add(createLeasedLane({ ...row, ...state }, null, performance.now() + 30_000));
  await eventually(() => calls === 2);
});
