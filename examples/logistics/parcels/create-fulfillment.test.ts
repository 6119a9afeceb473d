import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "@souk/app-sdk";
import { isPermanentError } from "./create-fulfillment.ts";

function createApiError(status: number, error: object): ApiError {
  return new ApiError(status, { error: { request_id: "req_1", ...error } }, new Headers());
}

test("an error when creating a fulfillment is permanent only if a retry cannot succeed", () => {
  const fields = [{ path: "line_items", message: "1 is left to send" }];
  const conflict = { code: "conflict", message: "The order cannot be sent." };
  assert.equal(isPermanentError(createApiError(409, { ...conflict, fields })), true);
  assert.equal(
    isPermanentError(createApiError(404, { code: "not_found", message: "There is no such order." })),
    true,
  );
  const stillRunning = "The first request with this Idempotency-Key is still running.";
  assert.equal(isPermanentError(createApiError(409, { code: "conflict", message: stillRunning })), false);
  assert.equal(isPermanentError(createApiError(503, { code: "unavailable", message: "Try again." })), false);
  assert.equal(isPermanentError(new TypeError("fetch failed")), false);
});
