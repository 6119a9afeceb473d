import assert from "node:assert/strict";
import { test } from "node:test";
import { houseFaults, type SourceFile } from "./house-rules.ts";

const product = "packages/platform/modules/stores/open-store.ts";

/** The broken rules, each as `path:line rule`. */
function broken(...files: [path: string, text: string][]): string[] {
  const sources: SourceFile[] = files.map(([path, text]) => ({ path, text }));
  return houseFaults(sources).map(({ path, line, rule }) => `${path}:${line} ${rule}`);
}

const nested = (levels: number): string => {
  const open = Array.from({ length: levels }, () => "if (a) {").join(" ");
  return `function f(a: boolean) { ${open} a = false; ${"}".repeat(levels)} }\n`;
};

test("code that keeps the rules has no fault", () => {
  const text = `
    // Why it waits: the clock is a parameter.
    export function open(now: () => number, fetch: typeof globalThis.fetch) {
      const environment = { process: "env" };
      if (now() > 1) fetch("x"); else if (now() > 2) fetch("y"); else if (now() > 3) fetch("z");
      else if (now() > 4) fetch("w");
      return [environment.process, new Date(now()), Math.floor(1.5)];
    }`;
  assert.deepEqual(
    broken([product, text], ["packages/database/migrations/0001-stores.sql", "-- two rows\n"]),
    [],
  );
});

test("a folder with a name that says nothing is a fault", () => {
  for (const name of ["utils", "helpers", "services", "types", "common"]) {
    assert.deepEqual(broken([`packages/platform/${name}/a.ts`, ""]), [
      `packages/platform/${name}/a.ts:1 folder`,
    ]);
  }
});

test("a file of 300 lines is allowed, one more is a fault", () => {
  assert.deepEqual(broken([product, "\n".repeat(300)]), []);
  assert.deepEqual(broken([product, "\n".repeat(301)]), [`${product}:301 length`]);
});

test("the environment is read only where configuration is, or outside the product", () => {
  const texts = [
    "export const a = process.env;",
    "export const a = globalThis.process.env.PATH;",
    "const { env } = process;",
    "const { env: all } = process;",
    'import { env } from "node:process";',
  ];
  for (const text of texts) {
    assert.deepEqual(broken([product, text]), [`${product}:1 environment`], text);
    assert.deepEqual(broken(["packages/platform/config/read.ts", text]), []);
    assert.deepEqual(broken(["apps/cli/config.ts", text], ["tools/a.ts", text]), []);
    assert.deepEqual(
      broken(["packages/platform/boot.test.ts", text], ["packages/testkit/boot.ts", text]),
      [],
    );
  }
  assert.deepEqual(broken(["apps/server/main.ts", texts[0]!]), ["apps/server/main.ts:1 environment"]);
});

test("the clock, randomness and the network may each stand in one product file, not in two", () => {
  const asks = [
    "Date.now()",
    "new Date()",
    "Math.random()",
    'fetch("x")',
    'globalThis.fetch("x")',
    "({ fetch })",
  ];
  for (const ask of asks) {
    const text = `export const a = () => ${ask};`;
    assert.deepEqual(broken([product, text]), [], ask);
    const two = broken([product, text], ["apps/cli/main.ts", text]);
    assert.deepEqual(two, [`${product}:1 world`, "apps/cli/main.ts:1 world"], ask);
    assert.deepEqual(broken([product, text], ["apps/cli/main.test.ts", text], ["bench/run.ts", text]), []);
  }
});

test("the SDK, the panels and each example have a clock of their own, and no more than one", () => {
  const clock = "export const a = () => Date.now();";
  const places = ["packages/app-sdk/a.ts", "packages/ui/a.ts", "examples/one/a.ts", "examples/two/a.ts"];
  const each = places.map((path): [string, string] => [path, clock]);
  assert.deepEqual(broken([product, clock], ...each), []);
  assert.deepEqual(broken([product, clock], ...each, ["apps/admin/a.ts", clock]), [
    "packages/ui/a.ts:1 world",
    "apps/admin/a.ts:1 world",
  ]);
});

test("what is only called fetch is not the network", () => {
  const texts = [
    "client.fetch(1);",
    "export type A = typeof fetch;",
    "const a = { fetch: 1 };",
    "class A { fetch() {} }",
  ];
  for (const text of texts) assert.deepEqual(broken([product, text], ["apps/cli/a.ts", text]), [], text);
});

test("a test that is skipped, singled out or postponed is a fault", () => {
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
  for (const text of texts) assert.deepEqual(broken([path, text]), [`${path}:1 set-aside-test`], text);
  assert.deepEqual(
    broken([path, 'test("a", { timeout: 3 }, () => { list({ skip: 1 }); rows.skip(2); });']),
    [],
  );
});

test("three levels of nesting are allowed, the fourth is a fault, and a function starts again", () => {
  assert.deepEqual(broken([product, nested(3)]), []);
  assert.deepEqual(broken([product, nested(4)]), [`${product}:1 nesting`]);
  const mixed = "for (;;) { while (a) { try { switch (a) { default: } } catch {} } }";
  assert.deepEqual(broken([product, mixed]), [`${product}:1 nesting`]);
  assert.deepEqual(broken([product, "if (a) for (;;) if (b) list.map(() => { if (c) d(); });"]), []);
});

test("a check that is switched off is a fault", () => {
  for (const mark of [
    "eslint-" + "disable-line",
    "biome-" + "ignore lint",
    "@ts-" + "ignore",
    "@ts-" + "expect-error",
  ]) {
    assert.deepEqual(broken([product, `f(); // ${mark}\n`]), [`${product}:1 switched-off-check`]);
  }
});

test("work left for later is a fault in code and in SQL, and a word in a string is not", () => {
  const mark = "TO" + "DO";
  assert.deepEqual(broken([product, `// ${mark} later\n`]), [`${product}:1 unfinished`]);
  assert.deepEqual(broken([product, `/*\n * FIX${"ME"}: later\n */\n`]), [`${product}:2 unfinished`]);
  assert.deepEqual(
    broken(["packages/database/migrations/1.sql", `-- ${mark}\n`])[0]?.endsWith("unfinished"),
    true,
  );
  assert.deepEqual(broken([product, `const a = "${mark}";\n`]), []);
});
