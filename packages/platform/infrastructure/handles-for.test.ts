import assert from "node:assert/strict";
import { test } from "node:test";
import { handlesFor } from "./handles-for.ts";

test("a handle is made of a name's letters and digits", () => {
  const made: [name: string, handle: string][] = [
    ["Stock Sync", "stock-sync"],
    ["  Señor Stöck! 2 ", "senor-stock-2"],
    ["ﬁne — apps", "fine-apps"],
    ["商店", "app"],
    ["X", "app-x"],
    ["--", "app"],
  ];
  for (const [name, handle] of made) assert.equal(handlesFor(name, "app", "abc")[0], handle, name);
});
