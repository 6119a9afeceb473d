import assert from "node:assert/strict";
import type { Answer } from "@souk/testkit";

/** The one shape of an error. */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    request_id: string;
    fields?: { path: string; message: string }[];
    required_scope?: string;
  };
}

/** Checks that an answer is a clear JSON error; answers it for more questions. */
export function assertRefused(answer: Answer, status: number, code: string): ErrorBody["error"] {
  assert.equal(answer.status, status, `${answer.status} ${answer.text}, where ${status} ${code} was due`);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
  const { error } = answer.json<ErrorBody>();
  assert.equal(error.code, code, answer.text);
  assert.ok(error.message.length > 0, "an error without a message");
  assert.equal(error.request_id, answer.headers["x-request-id"]);
  return error;
}

/** Checks that an answer is a 422 that names exactly these fields. */
export function assertNamesFields(answer: Answer, ...paths: string[]): void {
  const { fields = [] } = assertRefused(answer, 422, "invalid");
  assert.deepEqual([...new Set(fields.map(({ path }) => path))].sort(), [...paths].sort(), answer.text);
  assert.ok(fields.every(({ message }) => message.length > 0));
}

/** Checks that an answer is 200 and reads it. */
export function assertDone<T>(answer: Answer): T {
  assert.equal(answer.status, 200, answer.text);
  return answer.json<T>();
}
