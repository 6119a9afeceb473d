import assert from "node:assert/strict";
import { test } from "node:test";
import { createSignedTokens } from "./signed-tokens.ts";

const shop = "demo.souk.localhost";
const tokens = createSignedTokens({ clientSecret: ["new", "old"] });

test("a signed token is valid for its subject until it expires, whichever client secret signed it", () => {
  let timeMs = 1_000_000;
  const clockedTokens = createSignedTokens({ clientSecret: ["new", "old"], now: () => new Date(timeMs) });
  const token = clockedTokens.create(shop, { purpose: "tab", seconds: 60 });
  assert.equal(clockedTokens.verify(token, "tab"), shop);
  timeMs += 60_000;
  assert.equal(clockedTokens.verify(token, "tab"), null);
  const oldToken = createSignedTokens({ clientSecret: ["old"] }).create(shop, {
    purpose: "tab",
    seconds: 60,
  });
  assert.equal(tokens.verify(oldToken, "tab"), shop);
  const [, withoutSubject = ""] = oldToken.split(/~(.*)/);
  assert.equal(tokens.verify(`${Buffer.from("other").toString("base64url")}~${withoutSubject}`, "tab"), null);
});

test("a signed token is valid only for its own purpose", () => {
  const tabToken = tokens.create(shop, { purpose: "tab", seconds: 60 });
  assert.equal(tokens.verify(tabToken, "entry"), null);
  assert.equal(tokens.verify(tokens.create(shop, { purpose: "entry", seconds: 60 }), "tab"), null);
});

test("`createSignedTokens` accepts one client secret as a string, and rejects an empty client secret", () => {
  const singleSecretTokens = createSignedTokens({ clientSecret: "new" });
  assert.equal(tokens.verify(singleSecretTokens.create(shop, { purpose: "tab", seconds: 60 }), "tab"), shop);
  for (const clientSecret of ["", [], ["new", ""]])
    assert.throws(() => createSignedTokens({ clientSecret }), /clientSecret is empty/);
});
