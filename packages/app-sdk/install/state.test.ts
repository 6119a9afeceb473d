import assert from "node:assert/strict";
import { test } from "node:test";
import { isStateOf, signState } from "./state.ts";

const shop = "demo.souk.localhost";
const now = new Date("2026-11-21T07:00:00Z");
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

test("a state counts for its shop, for an hour, under one of the secrets", () => {
  const state = signState(shop, now, "secret");
  const isOf = (over: object): boolean =>
    isStateOf(state, { shop, now, secrets: ["new", "secret"], ...over });
  assert.ok(isOf({}));
  assert.ok(isOf({ now: later(60) }));
  assert.ok(!isOf({ now: later(60.1) }));
  assert.ok(!isOf({ shop: "other.souk.localhost" }));
  assert.ok(!isOf({ secrets: ["new"] }));
});

test("a state that was changed or made up does not count, and each is another one", () => {
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
    assert.ok(!isStateOf(made, { shop, now, secrets: ["secret"] }), made);
  assert.notEqual(state, signState(shop, now, "secret"));
});

test("a state is taken by the authorize page: 1 to 255 characters, no & and no control character", () => {
  assert.match(signState(shop, now, "secret"), /^[A-Za-z0-9._-]{1,255}$/);
});
