import { test } from "node:test";
import { proofSize } from "@souk/testkit";
import { proveCrashes } from "./crash-at-points.ts";
import { onlyOrders } from "./plan-pieces.ts";

test("P3: a crash after an order's commit, before its answer, loses neither it nor its webhook, and makes no second one", async (t) => {
  const atCommit = ["request.before-commit", "request.after-commit"] as const;
  await proveCrashes(t, proofSize({ ci: atCommit.slice(1), full: [...atCommit] }), onlyOrders);
});
