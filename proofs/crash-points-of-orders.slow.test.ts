import { test } from "node:test";
import { chooseForRun } from "@souk/testkit";
import { proveCrashesLoseNothing } from "./crash-at-points.ts";
import { planOrdersOnly } from "./plan-tasks.ts";

test("P3: a crash before the response to a new order leaves exactly one order and one webhook", async (t) => {
  const commitPoints = ["request.before-commit", "request.after-commit"] as const;
  await proveCrashesLoseNothing(
    t,
    chooseForRun({ inTests: commitPoints.slice(1), inProof: [...commitPoints] }),
    planOrdersOnly,
  );
});
