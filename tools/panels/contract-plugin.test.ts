import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAst } from "vite";
import { contractPlugin } from "./contract-plugin.ts";

function transform(code: string): string {
  const { transform: pluginTransform } = contractPlugin;
  assert.ok(typeof pluginTransform === "function");
  const context = { parse: parseAst } as unknown as ThisParameterType<typeof pluginTransform>;
  const result = pluginTransform.call(context, code, "/work/packages/contract/schemas/order.ts");
  assert.ok(result !== null && typeof result === "object" && "code" in result);
  return String(result.code);
}

test("the panels are built without the contract's descriptions and examples", () => {
  const code = transform('const id = { type: "integer", description: "Id.", example: { id: 7 } };');
  assert.match(code, /type: "integer"/);
  assert.doesNotMatch(code, /description|example/);
});

test("code that destructures an example is not changed", () => {
  const readingCode = "const examples = list.map(({ example, input }) => [example, input]);";
  assert.equal(transform(readingCode), readingCode);
});
