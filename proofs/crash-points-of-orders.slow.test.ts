import { test } from "node:test";
import { getProofSize } from "@souk/testkit";
import { proveCrashesLoseNothing } from "./crash-at-points.ts";
import { planOrdersOnly } from "./plan-tasks.ts";

test("P3: a crash before the response to an order leaves exactly one order and webhook", async (t) => {
  const commitPoints = ["request.before-commit", "request.after-commit"] as const;
  await proveCrashesLoseNothing(
    t,
    getProofSize({ ci: commitPoints.slice(1), full: [...commitPoints] }),
    planOrdersOnly,
  );
});
