import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAst } from "vite";
import { contractPlugin } from "./contract-plugin.ts";

/** Transform the code of a file in packages/contract with the plugin. */
function transformCode(code: string, file = "schemas/order.ts"): string {
  const { transform } = contractPlugin;
  assert.ok(typeof transform === "function");
  const context = { parse: parseAst } as unknown as ThisParameterType<typeof transform>;
  const result = transform.call(context, code, `/work/packages/contract/${file}`);
  assert.ok(result !== null && typeof result === "object" && "code" in result);
  return String(result.code);
}

test("the panels are built without the contract's descriptions and examples", () => {
  const code = transformCode('const id = { type: "integer", description: "Id.", example: { id: 7 } };');
  assert.match(code, /type: "integer"/);
  assert.doesNotMatch(code, /description|example/);
});

test("the panels are built without the properties of operations that only the server reads", () => {
  const code = transformCode(
    'const list = defineOperation({ id: "orders.list", rights: [["orders.view"]], errors: ["invalid"], response: order, body });',
    "console/orders.ts",
  );
  assert.match(code, /id: "orders\.list"[\s\S]*body/);
  assert.doesNotMatch(code, /rights|errors|response/);
});

test("a schema field is kept in the panels even if an operation's property with the same name is left out", () => {
  const code = "const record = { response: Type.String(), rights: Type.Array(right) };";
  assert.equal(transformCode(code), code);
});

test("code that destructures a property named example is not changed in the panels", () => {
  const readingCode = "const examples = list.map(({ example, input }) => [example, input]);";
  assert.equal(transformCode(readingCode), readingCode);
});

test("the panels are built without the explanations of the field error codes", () => {
  const code = transformCode(
    'const codes = { required: { meaning: "It is missing.", params: {}, action: "Send it." } };',
    "field-error-codes.ts",
  );
  assert.match(code, /required: \{\s*params: \{\}/);
  assert.doesNotMatch(code, /missing|Send/);
});
