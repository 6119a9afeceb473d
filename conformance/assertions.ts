import assert from "node:assert/strict";
import type { HttpResponse } from "@souk/testkit";

/** The JSON body of every error response. */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    request_id: string;
    fields?: { path: string; code: string; message: string; params?: Record<string, unknown> }[];
    required_scope?: string;
  };
}

/** Assert that a response is a JSON error with this status and code, and return the error. */
export function assertRejected(response: HttpResponse, status: number, code: string): ErrorBody["error"] {
  assert.equal(
    response.status,
    status,
    `expected ${status} ${code}, got ${response.status} ${response.text}`,
  );
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  const { error } = response.json<ErrorBody>();
  assert.equal(error.code, code, response.text);
  assert.ok(error.message.length > 0, "an error without a message");
  assert.equal(error.request_id, response.headers["x-request-id"]);
  return error;
}

/** Assert that a response is a 422 error for exactly these fields. */
export function assertInvalidFields(response: HttpResponse, ...paths: string[]): void {
  const { fields = [] } = assertRejected(response, 422, "invalid");
  assert.deepEqual([...new Set(fields.map(({ path }) => path))].sort(), [...paths].sort(), response.text);
  assert.ok(fields.every(({ code, message }) => /^[a-z_]+$/.test(code) && message.endsWith(".")));
}

/** Assert that a response has status 200, and return its JSON. */
export function assertOk<T>(response: HttpResponse): T {
  assert.equal(response.status, 200, response.text);
  return response.json<T>();
}
