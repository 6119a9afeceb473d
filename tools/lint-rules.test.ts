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
const product = "packages/platform/modules/stores/open-store.ts";

/** The rules that a file with this text breaks. */
function broken(path: string, text: string): (string | null)[] {
  return linter.verify(text, syntaxRules, { filename: join(root, path) }).map(({ ruleId }) => ruleId);
}

const nested = (levels: number): string => {
  const open = Array.from({ length: levels }, () => "if (a) {").join(" ");
  return `function f(a: boolean) { ${open} a = false; ${"}".repeat(levels)} }\n`;
};

test("code that keeps the rules breaks none", () => {
  const text = `
    export function open(now: () => number, fetch: typeof globalThis.fetch) {
      const environment = { process: "env" };
      if (now() > 1) fetch("x"); else if (now() > 2) fetch("y"); else if (now() > 3) fetch("z");
      else if (now() > 4) fetch("w");
      return [environment.process, new Date(now()), Math.floor(1.5)];
    }`;
  assert.deepEqual(broken(product, text), []);
  assert.deepEqual(broken(product, "client.fetch(1); const a = { fetch: 1 }; class A { fetch() {} }"), []);
});

test("the environment is read only where configuration is, or outside the product", () => {
  const texts = [
    "export const a = process.env;",
    "export const a = globalThis.process.env.PATH;",
    "const { env } = process;",
    "const { env: all } = process;",
    'import { env } from "node:process";',
  ];
  const allowed = [
    "packages/platform/runtime/config/read.ts",
    "apps/cli/config.ts",
    "examples/one/config.ts",
  ];
  const outside = ["tools/a.ts", "packages/platform/boot.test.ts", "packages/testkit/boot.ts"];
  for (const text of texts) {
    assert.equal(broken(product, text).length, 1, text);
    assert.equal(broken("apps/server/main.ts", text).length, 1, text);
    for (const path of [...allowed, ...outside]) assert.deepEqual(broken(path, text), [], `${path}: ${text}`);
  }
});

test("the clock, randomness and the network are asked only in the files that hand them out", () => {
  const owners = [
    ["packages/platform/runtime/clock.ts", "export const a = () => [Date.now(), new Date()];", 2],
    ["packages/ui/panel/browser-environment.ts", "export const a = () => [Date.now(), fetch(1)];", 2],
    ["apps/server/demo-app/visit-app.ts", "export const a = () => [fetch(1), globalThis.fetch(1)];", 2],
  ] as const;
  for (const [owner, text, asked] of owners) {
    assert.deepEqual(broken(owner, text), [], owner);
    assert.equal(broken(product, text).length, asked, text);
    assert.deepEqual(broken("packages/platform/a.test.ts", text), []);
    assert.deepEqual(broken("bench/run.ts", text), []);
  }
  assert.deepEqual(broken(product, "export const a = { fetch };"), ["no-restricted-globals"]);
  assert.deepEqual(broken(product, "export const a = Math.random();"), ["no-restricted-properties"]);
  assert.equal(broken("packages/platform/runtime/clock.ts", "fetch(process.env);").length, 2);
});

test("a test that is skipped, singled out or postponed breaks a rule", () => {
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
  for (const text of texts) assert.deepEqual(broken(path, text), ["no-restricted-syntax"], text);
  assert.deepEqual(
    broken(path, 'test("a", { timeout: 3 }, () => { list({ skip: 1 }); rows.skip(2); });'),
    [],
  );
});

test("three levels of nesting are allowed, the fourth breaks a rule, and a function starts again", () => {
  assert.deepEqual(broken(product, nested(3)), []);
  assert.deepEqual(broken(product, nested(4)), ["max-depth"]);
  const mixed = "for (;;) { while (a) { try { switch (a) { default: } } catch {} } }";
  assert.deepEqual(broken(product, mixed), ["max-depth"]);
  assert.deepEqual(broken(product, "if (a) for (;;) if (b) list.map(() => { if (c) d(); });"), []);
});
