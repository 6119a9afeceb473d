import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "..");
const cruiser = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** A small sample project: one file a package, and its imports, by path. */
type SourceTree = Record<string, string[]>;

const clean: SourceTree = {
  "packages/contract/index.ts": ["typebox"],
  "packages/contract/paging.test.ts": ["node:test", "@souk/testkit", "./index.ts"],
  "packages/signing/index.ts": ["node:crypto"],
  "packages/client/index.ts": ["@souk/contract"],
  "packages/database/index.ts": ["pg", "node:fs"],
  "packages/database/pool.test.ts": ["./testing/start.ts"],
  "packages/database/testing/start.ts": ["@souk/testkit"],
  "packages/delivery/index.ts": ["@souk/contract", "@souk/signing", "@souk/database", "undici"],
  "packages/platform/index.ts": ["./http/mount.ts", "@souk/delivery"],
  "packages/platform/http/mount.ts": ["fastify", "../modules/inventory/routes.ts"],
  "packages/platform/modules/stores/index.ts": [],
  "packages/platform/modules/inventory/index.ts": ["../stores/index.ts"],
  "packages/platform/modules/inventory/routes.ts": ["./index.ts"],
  "packages/platform/modules/partners/index.ts": ["../stores/index.ts"],
  "packages/platform/modules/installs/index.ts": ["../partners/index.ts"],
  "packages/demo/index.ts": ["@souk/platform", "@souk/platform/modules/inventory"],
  "packages/testkit/index.ts": ["@souk/platform", "@souk/platform/modules/inventory"],
  "apps/server/main.ts": ["@souk/platform", "@souk/demo", "node:fs"],
  "apps/cli/main.ts": ["@souk/client", "./migrate.ts"],
  "apps/cli/migrate.ts": ["@souk/database"],
  "conformance/orders.test.ts": ["@souk/testkit"],
  "tools/generators.ts": ["@souk/contract"],
};

/** File, import, and the rules that must name the file for it; no two give the same file the same rule. */
const violatingImports: [file: string, imported: string, ...rules: string[]][] = [
  ["packages/contract/index.ts", "@souk/signing", "packages-contract-imports"],
  ["packages/contract/index.ts", "node:crypto", "contract-outside", "no-node-in-the-browser"],
  ["packages/contract/paging.test.ts", "@souk/signing", "packages-contract-imports-in-tests"],
  ["packages/signing/index.ts", "node:fs", "signing-outside"],
  ["packages/signing/query.ts", "pg", "pg-has-one-owner", "signing-outside", "unlisted-dependency"],
  ["packages/client/index.ts", "node:url", "client-outside", "no-node-in-the-browser"],
  ["packages/delivery/index.ts", "@souk/platform", "packages-delivery-imports"],
  ["packages/delivery/index.ts", "undeclared", "unlisted-dependency"],
  ["packages/delivery/index.ts", "missing", "unresolvable"],
  ["packages/platform/index.ts", "undici", "undici-has-one-owner"],
  ["packages/platform/index.ts", "@souk/testkit", "packages-platform-imports", "testkit-only-from-tests"],
  ["packages/platform/index.ts", "typescript", "dev-dependency-in-product"],
  [
    "packages/platform/infrastructure/events/head.ts",
    "../../../database/inside.ts",
    "only-faces-between-packages",
    "packages-platform-imports",
  ],
  ["packages/platform/modules/inventory/level.ts", "fastify", "fastify-has-one-owner"],
  ["packages/platform/modules/inventory/level.ts", "../../http/mount.ts", "modules-know-no-http"],
  ["packages/platform/modules/inventory/level.ts", "../catalog/index.ts", "module-inventory-imports"],
  ["packages/platform/modules/inventory/level.ts", "../stores/store.ts", "modules-meet-at-index"],
  ["packages/platform/modules/partners/account.ts", "../installs/index.ts", "module-partners-imports"],
  ["packages/platform/modules/unlisted/index.ts", "../stores/index.ts", "unlisted-module"],
  ["packages/unlisted/index.ts", "./item.ts", "unlisted-package"],
  ["packages/demo/index.ts", "@souk/delivery", "packages-demo-imports"],
  [
    "packages/demo/seed.ts",
    "../platform/modules/stores/store.ts",
    "only-faces-from-demo-and-testkit",
    "packages-demo-imports",
  ],
  ["packages/delivery/lane.ts", "@souk/demo", "packages-delivery-imports"],
  ["apps/server/main.ts", "@souk/database", "apps-server-imports"],
  [
    "apps/server/start.ts",
    "@souk/platform/modules/inventory",
    "apps-server-imports",
    "only-faces-from-outside",
  ],
  ["apps/server/drain.ts", "../cli/main.ts", "apps-server-imports"],
  ["apps/cli/main.ts", "@souk/database", "apps-cli-imports"],
  ["apps/cli/migrate.ts", "@souk/delivery", "apps-cli-imports-in-migrate-backup-verify"],
  ["conformance/orders.test.ts", "@souk/platform", "conformance-imports-in-tests"],
  ["tools/generators.ts", "../apps/cli/main.ts", "apps-are-run"],
  ["tools/generators.ts", "../packages/contract/paging.ts", "only-faces-from-outside"],
  ["tools/generators.ts", "./generators.test.ts", "tests-are-not-imported"],
  ["packages/database/index.ts", "./testing/start.ts", "testing-only-from-tests"],
];

/** The imports of the faults above, in addition to the clean project. */
const reached: SourceTree = {
  "packages/contract/paging.ts": [],
  "packages/database/inside.ts": [],
  "packages/unlisted/item.ts": [],
  "packages/platform/modules/stores/store.ts": [],
  "packages/platform/modules/catalog/index.ts": [],
  "tools/generators.test.ts": [],
};

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function build(tree: SourceTree): string {
  const place = mkdtempSync(join(tmpdir(), "souk-imports-"));
  for (const [file, imports] of Object.entries(tree)) {
    write(join(place, file), `${imports.map((name) => `import "${name}";`).join("\n")}\nexport {};\n`);
  }
  const outside = ["typebox", "pg", "undici", "fastify", "typescript", "undeclared"];
  for (const name of outside) {
    write(join(place, "node_modules", name, "package.json"), JSON.stringify({ name, main: "index.js" }));
    write(join(place, "node_modules", name, "index.js"), "");
  }
  const dependencies = { typebox: "*", pg: "*", undici: "*", fastify: "*" };
  const names = ["contract", "signing", "client", "database", "delivery", "platform", "demo", "testkit"];
  mkdirSync(join(place, "node_modules/@souk"));
  for (const name of names) {
    const own = name === "signing" ? {} : { dependencies, devDependencies: { typescript: "*" } };
    const exports = { ".": "./index.ts", "./modules/*": "./modules/*/index.ts" };
    const manifest = { name: `@souk/${name}`, exports, ...own };
    write(join(place, "packages", name, "package.json"), JSON.stringify(manifest));
    symlinkSync(join(place, "packages", name), join(place, "node_modules/@souk", name));
  }
  write(join(place, "package.json"), JSON.stringify({ name: "project", type: "module" }));
  write(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions: { module: "nodenext" } }));
  return place;
}

type Violation = { from: string; to: string; rule: { name: string } };

function violations(tree: SourceTree): Violation[] {
  const place = build(tree);
  try {
    const flags = ["--config", join(root, ".dependency-cruiser.js"), "--output-type", "json"];
    const roots = ["packages", "apps", "conformance", "tools"];
    const run = spawnSync(process.execPath, [cruiser, ...flags, ...roots], { cwd: place, encoding: "utf8" });
    assert.notEqual(run.stdout, "", run.stderr);
    const answer: { summary: { violations: Violation[] } } = JSON.parse(run.stdout);
    return answer.summary.violations;
  } finally {
    rmSync(place, { recursive: true });
  }
}

test("a project that keeps the import rules has no violation", () => {
  assert.deepEqual(violations(clean), []);
});

test("each planted fault is rejected by its own rules and by no other", () => {
  const tree: SourceTree = { ...clean, ...reached };
  for (const [file, imported] of violatingImports) tree[file] = [...(tree[file] ?? []), imported];
  const found = violations(tree).filter((violation) => violation.rule.name !== "no-cycles");
  const expected = violatingImports.flatMap(([file, , ...rules]) => rules.map((rule) => `${file}: ${rule}`));
  const reported = new Set(found.map((violation) => `${violation.from}: ${violation.rule.name}`));
  assert.deepEqual([...reported].sort(), expected.sort());
});

test("two files that import each other are rejected as a cycle", () => {
  const tree: SourceTree = { ...clean, "packages/database/pool.ts": ["./index.ts"] };
  tree["packages/database/index.ts"] = ["./pool.ts"];
  assert.deepEqual([...new Set(violations(tree).map((violation) => violation.rule.name))], ["no-cycles"]);
});
