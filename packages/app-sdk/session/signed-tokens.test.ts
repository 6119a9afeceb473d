import assert from "node:assert/strict";
import { test } from "node:test";
import { createSignedTokens } from "./signed-tokens.ts";

const shop = "demo.souk.localhost";
const tokens = createSignedTokens({ clientSecret: ["new", "old"] });

test("a token is valid for its subject until it expires, under each secret of a rotation", () => {
  let at = 1_000_000;
  const timed = createSignedTokens({ clientSecret: ["new", "old"], now: () => new Date(at) });
  const token = timed.create(shop, { purpose: "tab", seconds: 60 });
  assert.equal(timed.verify(token, "tab"), shop);
  at += 60_000;
  assert.equal(timed.verify(token, "tab"), null);
  const before = createSignedTokens({ clientSecret: ["old"] }).create(shop, { purpose: "tab", seconds: 60 });
  assert.equal(tokens.verify(before, "tab"), shop);
  const [, rest = ""] = before.split(/~(.*)/);
  assert.equal(tokens.verify(`${Buffer.from("other").toString("base64url")}~${rest}`, "tab"), null);
});

test("a token is valid only for its own purpose", () => {
  const tab = tokens.create(shop, { purpose: "tab", seconds: 60 });
  assert.equal(tokens.verify(tab, "entry"), null);
  assert.equal(tokens.verify(tokens.create(shop, { purpose: "entry", seconds: 60 }), "tab"), null);
});

test("a single secret may be a string, and an empty secret is rejected", () => {
  const alone = createSignedTokens({ clientSecret: "new" });
  assert.equal(tokens.verify(alone.create(shop, { purpose: "tab", seconds: 60 }), "tab"), shop);
  for (const clientSecret of ["", [], ["new", ""]])
    assert.throws(() => createSignedTokens({ clientSecret }), /clientSecret is empty/);
});
