import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAst } from "vite";
import { contractPlugin } from "./contract-plugin.ts";

function transform(code: string): string {
  const { transform: run } = contractPlugin;
  assert.ok(typeof run === "function");
  const context = { parse: parseAst } as unknown as ThisParameterType<typeof run>;
  const result = run.call(context, code, "/work/packages/contract/schemas/order.ts");
  assert.ok(result !== null && typeof result === "object" && "code" in result);
  return String(result.code);
}

test("the panels are built without the contract's texts and examples", () => {
  const code = transform('const id = { type: "integer", description: "Id.", example: { id: 7 } };');
  assert.match(code, /type: "integer"/);
  assert.doesNotMatch(code, /description|example/);
});

test("what reads an example keeps the name that it binds", () => {
  const reading = "const examples = list.map(({ example, input }) => [example, input]);";
  assert.equal(transform(reading), reading);
});
