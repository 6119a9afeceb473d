import assert from "node:assert/strict";
import { test } from "node:test";
import { listHandleCandidates } from "./handle-candidates.ts";

test("a handle is built from a name's ASCII letters and digits, with a prefix if there are too few", () => {
  const cases: [name: string, handle: string][] = [
    ["Stock Sync", "stock-sync"],
    ["  Señor Stöck! 2 ", "senor-stock-2"],
    ["ﬁne — apps", "fine-apps"],
    ["商店", "app"],
    ["X", "app-x"],
    ["--", "app"],
  ];
  for (const [name, handle] of cases) assert.equal(listHandleCandidates(name, "app", "abc")[0], handle, name);
});
