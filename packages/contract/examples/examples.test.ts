import assert from "node:assert/strict";
import { test } from "node:test";
import Value from "typebox/value";
import { listOperations } from "../documents/openapi.ts";
import type { Operation } from "../operation.ts";
import { parseQuery } from "../query.ts";

const everyone: Operation[] = [...listOperations("3.0"), ...listOperations("4.0")];

test("every operation of 3.0 and 4.0 has an example that fits its own schemas", () => {
  for (const { id, params, body, upload, response: answer, query, wrapper, example } of everyone) {
    assert.ok(example, id);
    assert.ok(Value.Check(params, example.params ?? {}), `${id}: params`);
    assert.deepEqual([...Value.Errors(answer, example.response)], [], `${id}: answer`);
    assert.equal(example.body === undefined, body === undefined, `${id}: body`);
    if (body) {
      const inner = wrapper && (example.body as Record<string, unknown>)[wrapper];
      assert.deepEqual([...Value.Errors(body, inner ?? example.body)], [], `${id}: body`);
    }
    assert.equal(example.upload === undefined, upload === undefined, `${id}: upload`);
    if (example.upload) assert.ok(upload?.types.includes(example.upload.type), `${id}: upload`);
    const asked = Object.entries(example.query ?? {});
    for (const [name] of asked) assert.ok(name in query, `${id}: ${name}`);
    const { errors, warnings } = parseQuery(query, asked, "UTC");
    assert.deepEqual([errors, warnings], [[], []], `${id}: query`);
  }
});
