import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { Linter } from "eslint";
import { root } from "./root.ts";

const { syntaxRules }: { syntaxRules: Linter.Config[] } = await import(
  pathToFileURL(join(root, "eslint.config.js")).href
);
const linter = new Linter({ cwd: root });
const productPath = "packages/platform/modules/stores/open-store.ts";

/** Lint a text as if it were the file at this path. @returns the ids of the rules that the text breaks */
function findBrokenRules(path: string, text: string): (string | null)[] {
  return linter.verify(text, syntaxRules, { filename: join(root, path) }).map(({ ruleId }) => ruleId);
}

const buildNestedConditions = (levels: number): string => {
  const open = Array.from({ length: levels }, () => "if (a) {").join(" ");
  return `function f(a: boolean) { ${open} a = false; ${"}".repeat(levels)} }\n`;
};

test("code that follows the lint rules breaks no rule", () => {
  const text = `
    export function open(now: () => number, fetch: typeof globalThis.fetch) {
      const environment = { process: "env" };
      if (now() > 1) fetch("x"); else if (now() > 2) fetch("y"); else if (now() > 3) fetch("z");
      else if (now() > 4) fetch("w");
      return [environment.process, new Date(now()), Math.floor(1.5)];
    }`;
  assert.deepEqual(findBrokenRules(productPath, text), []);
  assert.deepEqual(
    findBrokenRules(productPath, "client.fetch(1); const a = { fetch: 1 }; class A { fetch() {} }"),
    [],
  );
});

test("only configuration files, tests and tools may read environment variables", () => {
  const texts = [
    "export const a = process.env;",
    "export const a = globalThis.process.env.PATH;",
    "const { env } = process;",
    "const { env: all } = process;",
    'import { env } from "node:process";',
  ];
  const configPaths = [
    "packages/platform/runtime/config/read.ts",
    "apps/cli/config.ts",
    "examples/one/config.ts",
  ];
  const exemptPaths = ["tools/a.ts", "packages/platform/boot.test.ts", "packages/testkit/boot.ts"];
  for (const text of texts) {
    assert.equal(findBrokenRules(productPath, text).length, 1, text);
    assert.equal(findBrokenRules("apps/server/main.ts", text).length, 1, text);
    for (const path of [...configPaths, ...exemptPaths])
      assert.deepEqual(findBrokenRules(path, text), [], `${path}: ${text}`);
  }
});

test("the clock, randomness and the network may be used only in the files that wrap them", () => {
  const wrapperFiles = [
    ["packages/platform/runtime/clock.ts", "export const a = () => [Date.now(), new Date()];", 2],
    ["packages/ui/panel/browser-environment.ts", "export const a = () => [Date.now(), fetch(1)];", 2],
    ["apps/server/demo-app/visit-app.ts", "export const a = () => [fetch(1), globalThis.fetch(1)];", 2],
  ] as const;
  for (const [path, text, errorCount] of wrapperFiles) {
    assert.deepEqual(findBrokenRules(path, text), [], path);
    assert.equal(findBrokenRules(productPath, text).length, errorCount, text);
    assert.deepEqual(findBrokenRules("packages/platform/a.test.ts", text), []);
    assert.deepEqual(findBrokenRules("bench/run.ts", text), []);
  }
  assert.deepEqual(findBrokenRules(productPath, "export const a = { fetch };"), ["no-restricted-globals"]);
  assert.deepEqual(findBrokenRules(productPath, "export const a = Math.random();"), [
    "no-restricted-properties",
  ]);
  assert.equal(findBrokenRules("packages/platform/runtime/clock.ts", "fetch(process.env);").length, 2);
});

test("a test with skip, only or todo breaks a lint rule", () => {
  const path = "packages/signing/query.test.ts";
  const texts = [
    'test.skip("a", () => {});',
    'it.only("a", () => {});',
    'describe.todo("a");',
    'test("a", { skip: "slow" }, () => {});',
    'test("a", { timeout: 3, only: true }, () => {});',
    't.skip("not here");',
    't.test("a", { todo: true }, () => {});',
  ];
  for (const text of texts) assert.deepEqual(findBrokenRules(path, text), ["no-restricted-syntax"], text);
  assert.deepEqual(
    findBrokenRules(path, 'test("a", { timeout: 3 }, () => { list({ skip: 1 }); rows.skip(2); });'),
    [],
  );
});

test("a fourth level of nesting breaks a lint rule, and a nested function starts at level zero", () => {
  assert.deepEqual(findBrokenRules(productPath, buildNestedConditions(3)), []);
  assert.deepEqual(findBrokenRules(productPath, buildNestedConditions(4)), ["max-depth"]);
  const mixed = "for (;;) { while (a) { try { switch (a) { default: } } catch {} } }";
  assert.deepEqual(findBrokenRules(productPath, mixed), ["max-depth"]);
  assert.deepEqual(
    findBrokenRules(productPath, "if (a) for (;;) if (b) list.map(() => { if (c) d(); });"),
    [],
  );
});
