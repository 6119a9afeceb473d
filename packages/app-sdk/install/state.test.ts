import assert from "node:assert/strict";
import { test } from "node:test";
import { findStateSecret, signState } from "./state.ts";

const shop = "demo.souk.localhost";
const now = new Date("2026-11-21T07:00:00Z");
const addMinutes = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

test("an OAuth state is valid only for its store and for one hour, whichever of the app's secrets signed it", () => {
  const state = signState(shop, now, "secret");
  const isValid = (overrides: object): boolean =>
    findStateSecret(state, { shop, now, secrets: ["new", "secret"], ...overrides }) === "secret";
  assert.ok(isValid({}));
  assert.ok(isValid({ now: addMinutes(60) }));
  assert.ok(!isValid({ now: addMinutes(60.1) }));
  assert.ok(!isValid({ shop: "other.souk.localhost" }));
  assert.ok(!isValid({ secrets: ["new"] }));
});

test("a changed or forged OAuth state is invalid", () => {
  const state = signState(shop, now, "secret");
  const [expires, nonce, mac] = state.split(".");
  const extendedState = `${Number(expires) + 3600}.${nonce}.${mac}`;
  for (const invalidState of [
    "",
    "x",
    extendedState,
    `${expires}.${"A".repeat(22)}.${mac}`,
    `${state} `,
    `${expires}.${nonce}`,
  ])
    assert.equal(findStateSecret(invalidState, { shop, now, secrets: ["secret"] }), null, invalidState);
});

test("two OAuth states for the same store and time are different", () => {
  assert.notEqual(signState(shop, now, "secret"), signState(shop, now, "secret"));
});

test("an OAuth state has 1 to 255 characters without & or control characters", () => {
  assert.match(signState(shop, now, "secret"), /^[A-Za-z0-9._-]{1,255}$/);
});
