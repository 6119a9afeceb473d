import assert from "node:assert/strict";
import { test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { consumeAttempt } from "./attempt-limits.ts";
import { createRateLimiter } from "./rate-limit.ts";

function createLimiters() {
  const createLimiter = () =>
    createRateLimiter({ bucketSize: 2, refillPerSecond: 1 }, createFakeClock(new Date(0)), () => 1);
  return {
    people: createLimiter(),
    passwords: createLimiter(),
    emails: createLimiter(),
    apps: createLimiter(),
  };
}

test("a network has one attempt limit for all password forms, and one for all forms that email links", () => {
  const limiters = createLimiters();
  const forms = ["/sign-in", "admin.sign_in", "partner.sign_in", "/account/password"];
  const attempt = (throttle: "people" | "passwords" | "emails") =>
    forms.map((name) => consumeAttempt(limiters, throttle, { name, address: "192.0.2.1" }).isAllowed);
  assert.deepEqual(attempt("passwords"), [true, true, false, false]);
  assert.deepEqual(attempt("emails"), [true, true, false, false]);
  assert.deepEqual(attempt("people"), [true, true, true, true]);
  const otherNetworkState = consumeAttempt(limiters, "passwords", { name: "/sign-in", address: "192.0.2.2" });
  assert.equal(otherNetworkState.isAllowed, true);
});
