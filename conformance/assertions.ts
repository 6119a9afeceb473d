import assert from "node:assert/strict";
import type { Answer } from "@souk/testkit";

/** The only shape of an error. */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    request_id: string;
    fields?: { path: string; code: string; message: string; params?: Record<string, unknown> }[];
    required_scope?: string;
  };
}

/** Assert that a response is a clear JSON error, and return it for more checks. */
export function assertRejected(answer: Answer, status: number, code: string): ErrorBody["error"] {
  assert.equal(answer.status, status, `${answer.status} ${answer.text}, where ${status} ${code} was due`);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
  const { error } = answer.json<ErrorBody>();
  assert.equal(error.code, code, answer.text);
  assert.ok(error.message.length > 0, "an error without a message");
  assert.equal(error.request_id, answer.headers["x-request-id"]);
  return error;
}

/** Assert that a response is a 422 that names exactly these fields. */
export function assertNamesFields(answer: Answer, ...paths: string[]): void {
  const { fields = [] } = assertRejected(answer, 422, "invalid");
  assert.deepEqual([...new Set(fields.map(({ path }) => path))].sort(), [...paths].sort(), answer.text);
  assert.ok(fields.every(({ code, message }) => /^[a-z_]+$/.test(code) && message.endsWith(".")));
}

/** Assert that a response is 200, and read it. */
export function assertDone<T>(answer: Answer): T {
  assert.equal(answer.status, 200, answer.text);
  return answer.json<T>();
}
