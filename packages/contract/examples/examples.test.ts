import assert from "node:assert/strict";
import { test } from "node:test";
import Value from "typebox/value";
import { listOperations } from "../documents/openapi.ts";
import type { Operation } from "../operation.ts";
import { parseQuery } from "../query.ts";

const publicOperations: Operation[] = [...listOperations("3.0"), ...listOperations("4.0")];

test("the example of every operation is valid against the operation's schemas", () => {
  for (const { id, params, body, upload, response, query, wrapper, example } of publicOperations) {
    assert.ok(example, id);
    assert.ok(Value.Check(params, example.params ?? {}), `${id}: params`);
    assert.deepEqual([...Value.Errors(response, example.response)], [], `${id}: response`);
    assert.equal(example.body === undefined, body === undefined, `${id}: body`);
    if (body) {
      const unwrapped = wrapper && (example.body as Record<string, unknown>)[wrapper];
      assert.deepEqual([...Value.Errors(body, unwrapped ?? example.body)], [], `${id}: body`);
    }
    assert.equal(example.upload === undefined, upload === undefined, `${id}: upload`);
    if (example.upload) assert.ok(upload?.types.includes(example.upload.type), `${id}: upload`);
    const queryPairs = Object.entries(example.query ?? {});
    for (const [name] of queryPairs) assert.ok(name in query, `${id}: ${name}`);
    const { errors, warnings } = parseQuery(query, queryPairs, "UTC");
    assert.deepEqual([errors, warnings], [[], []], `${id}: query`);
  }
});
