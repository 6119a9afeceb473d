import { test } from "node:test";
import { eventually } from "@souk/testkit";
import { LaneCloser } from "./lane-closer.ts";
import { createLeasedLane } from "./leased-lane.ts";
import { createEngineDeps } from "./testing/engine-deps.ts";

test("a failed release of a closed lane is retried", async (t) => {
  // The lane cannot be removed: the query deletes no row, as if the lane had received deliveries since it was leased. The closer
  // then calls `onDone` to release the lane.
  const deps = createEngineDeps(async () => ({ rows: [], rowCount: 0 }));
  let releaseAttempts = 0;
  const onDone = async () => {
    if (++releaseAttempts === 1) throw new Error("unavailable");
  };
  const closer = new LaneCloser(deps, { onCancelled: () => undefined, onDone });
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
  await eventually(() => releaseAttempts === 2);
});
