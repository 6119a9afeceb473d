import assert from "node:assert/strict";
import { test } from "node:test";
import { createPasses } from "./passes.ts";

const shop = "demo.souk.localhost";
const passes = createPasses({ clientSecret: ["new", "old"] });

test("a pass counts for its subject and its time, under each secret of a rotation", () => {
  let at = 1_000_000;
  const timed = createPasses({ clientSecret: ["new", "old"], now: () => new Date(at) });
  const made = timed.make(shop, { for: "tab", seconds: 60 });
  assert.equal(timed.read(made, "tab"), shop);
  at += 60_000;
  assert.equal(timed.read(made, "tab"), null);
  const before = createPasses({ clientSecret: ["old"] }).make(shop, { for: "tab", seconds: 60 });
  assert.equal(passes.read(before, "tab"), shop);
  const [, rest = ""] = before.split(/~(.*)/);
  assert.equal(passes.read(`${Buffer.from("other").toString("base64url")}~${rest}`, "tab"), null);
});

test("the pass of a tab is no way to a new one, so that it ends after its hours", () => {
  const tab = passes.make(shop, { for: "tab", seconds: 60 });
  assert.equal(passes.read(tab, "entry"), null);
  assert.equal(passes.read(passes.make(shop, { for: "entry", seconds: 60 }), "tab"), null);
});

test("one secret is taken as it stands, as createApp takes it, and none is refused", () => {
  const alone = createPasses({ clientSecret: "new" });
  assert.equal(passes.read(alone.make(shop, { for: "tab", seconds: 60 }), "tab"), shop);
  for (const clientSecret of ["", [], ["new", ""]])
    assert.throws(() => createPasses({ clientSecret }), /clientSecret is empty/);
});
