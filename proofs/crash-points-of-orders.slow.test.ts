import { test } from "node:test";
import { proofSize } from "@souk/testkit";
import { proveCrashes } from "./crash-at-points.ts";
import { onlyOrders } from "./plan-pieces.ts";

test("P3: a crash between an order's commit and response keeps one order and webhook", async (t) => {
  const atCommit = ["request.before-commit", "request.after-commit"] as const;
  await proveCrashes(t, proofSize({ ci: atCommit.slice(1), full: [...atCommit] }), onlyOrders);
});
