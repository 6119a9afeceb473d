import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/app-sdk";
import { isFinal } from "./update-order.ts";

function createApiError(status: number, error: object): ApiError {
  return new ApiError(status, { error: { request_id: "req_1", ...error } }, new Headers());
}

test("a parcel that others sent or cancelled has ended; one in progress has not", () => {
  const fields = [{ path: "line_items", message: "1 is left to send" }];
  const conflict = { code: "conflict", message: "The order cannot be sent." };
  assert.equal(isFinal(createApiError(409, { ...conflict, fields })), true);
  assert.equal(isFinal(createApiError(404, { code: "not_found", message: "There is no such order." })), true);
  const running = "The first request with this Idempotency-Key is still running.";
  assert.equal(isFinal(createApiError(409, { code: "conflict", message: running })), false);
  assert.equal(isFinal(createApiError(503, { code: "unavailable", message: "Try again." })), false);
  assert.equal(isFinal(new TypeError("fetch failed")), false);
});
