import assert from "node:assert/strict";
import { test } from "node:test";
import { createPasses } from "./passes.ts";

const shop = "demo.souk.localhost";
const passes = createPasses({ clientSecret: ["new", "old"] });

test("a pass counts for its shop and its time, under each secret of a rotation", () => {
  assert.equal(passes.read(passes.make(shop, { for: "tab", seconds: 60 }), "tab"), shop);
  assert.equal(passes.read(passes.make(shop, { for: "tab", seconds: 0 }), "tab"), null);
  const before = createPasses({ clientSecret: ["old"] }).make(shop, { for: "tab", seconds: 60 });
  assert.equal(passes.read(before, "tab"), shop);
  assert.equal(passes.read(before.replace("demo", "other"), "tab"), null);
});

test("the pass of a tab is no way to a new one, so that it ends after its hours", () => {
  const tab = passes.make(shop, { for: "tab", seconds: 60 });
  assert.equal(passes.read(tab, "entry"), null);
  assert.equal(passes.read(passes.make(shop, { for: "entry", seconds: 60 }), "tab"), null);
});
