import assert from "node:assert/strict";
import { test } from "node:test";
import { isValidState, signState } from "./state.ts";

const shop = "demo.souk.localhost";
const now = new Date("2026-11-21T07:00:00Z");
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

test("a state is valid for its store, for an hour, under one of the secrets", () => {
  const state = signState(shop, now, "secret");
  const isValid = (over: object): boolean =>
    isValidState(state, { shop, now, secrets: ["new", "secret"], ...over });
  assert.ok(isValid({}));
  assert.ok(isValid({ now: later(60) }));
  assert.ok(!isValid({ now: later(60.1) }));
  assert.ok(!isValid({ shop: "other.souk.localhost" }));
  assert.ok(!isValid({ secrets: ["new"] }));
});

test("a changed or invented state is invalid, and each state is different", () => {
  const state = signState(shop, now, "secret");
  const [expires, nonce, mac] = state.split(".");
  const longer = `${Number(expires) + 3600}.${nonce}.${mac}`;
  for (const made of [
    "",
    "x",
    longer,
    `${expires}.${"A".repeat(22)}.${mac}`,
    `${state} `,
    `${expires}.${nonce}`,
  ])
    assert.ok(!isValidState(made, { shop, now, secrets: ["secret"] }), made);
  assert.notEqual(state, signState(shop, now, "secret"));
});

test("a state has 1 to 255 characters without & or control characters", () => {
  assert.match(signState(shop, now, "secret"), /^[A-Za-z0-9._-]{1,255}$/);
});
