import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "..");
const cruiserPath = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");

/** The files of a small test project: the imports of each file, by its path. */
type SourceTree = Record<string, string[]>;

const allowedImports: SourceTree = {
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

/** A file, an import to add to it, and the rules that the import breaks. Each combination of file and rule occurs once. */
const violatingImports: [file: string, importedPath: string, ...rules: string[]][] = [
  ["packages/contract/index.ts", "@souk/signing", "packages-contract-imports"],
  ["packages/contract/index.ts", "node:crypto", "contract-external-imports", "no-node-in-the-browser"],
  ["packages/contract/paging.test.ts", "@souk/signing", "packages-contract-imports-in-tests"],
  ["packages/signing/index.ts", "node:fs", "signing-external-imports"],
  ["packages/signing/query.ts", "pg", "pg-has-one-owner", "signing-external-imports", "unlisted-dependency"],
  ["packages/client/index.ts", "node:url", "client-external-imports", "no-node-in-the-browser"],
  ["packages/delivery/index.ts", "@souk/platform", "packages-delivery-imports"],
  ["packages/delivery/index.ts", "undeclared", "unlisted-dependency"],
  ["packages/delivery/index.ts", "missing", "unresolvable"],
  ["packages/platform/index.ts", "undici", "undici-has-one-owner"],
  ["packages/platform/index.ts", "@souk/testkit", "packages-platform-imports", "testkit-only-in-tests"],
  ["packages/platform/index.ts", "typescript", "dev-dependency-in-product"],
  [
    "packages/platform/infrastructure/events/head.ts",
    "../../../database/inside.ts",
    "package-index-between-packages",
    "packages-platform-imports",
  ],
  ["packages/platform/modules/inventory/level.ts", "fastify", "fastify-has-one-owner"],
  ["packages/platform/modules/inventory/level.ts", "../../http/mount.ts", "no-http-in-modules"],
  ["packages/platform/modules/inventory/level.ts", "../catalog/index.ts", "module-inventory-imports"],
  ["packages/platform/modules/inventory/level.ts", "../stores/store.ts", "module-index-between-modules"],
  ["packages/platform/modules/partners/account.ts", "../installs/index.ts", "module-partners-imports"],
  ["packages/platform/modules/unlisted/index.ts", "../stores/index.ts", "unlisted-module"],
  ["packages/unlisted/index.ts", "./item.ts", "unlisted-package"],
  ["packages/demo/index.ts", "@souk/delivery", "packages-demo-imports"],
  [
    "packages/demo/seed.ts",
    "../platform/modules/stores/store.ts",
    "package-index-from-demo-and-testkit",
    "packages-demo-imports",
  ],
  ["packages/delivery/lane.ts", "@souk/demo", "packages-delivery-imports"],
  ["apps/server/main.ts", "@souk/database", "apps-server-imports"],
  [
    "apps/server/start.ts",
    "@souk/platform/modules/inventory",
    "apps-server-imports",
    "package-index-from-outside",
  ],
  ["apps/server/drain.ts", "../cli/main.ts", "apps-server-imports"],
  ["apps/cli/main.ts", "@souk/database", "apps-cli-imports"],
  ["apps/cli/migrate.ts", "@souk/delivery", "apps-cli-imports-in-offline-commands"],
  ["conformance/orders.test.ts", "@souk/platform", "conformance-imports-in-tests"],
  ["tools/generators.ts", "../apps/cli/main.ts", "no-imports-of-apps"],
  ["tools/generators.ts", "../packages/contract/paging.ts", "package-index-from-outside"],
  ["tools/generators.ts", "./generators.test.ts", "no-imports-of-tests"],
  ["packages/database/index.ts", "./testing/start.ts", "testing-only-in-tests"],
];

/** The files that the violating imports refer to and that the valid project does not have. */
const importTargets: SourceTree = {
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

function writeProject(tree: SourceTree): string {
  const folder = mkdtempSync(join(tmpdir(), "souk-imports-"));
  for (const [file, imports] of Object.entries(tree)) {
    write(join(folder, file), `${imports.map((name) => `import "${name}";`).join("\n")}\nexport {};\n`);
  }
  const npmPackages = ["typebox", "pg", "undici", "fastify", "typescript", "undeclared"];
  for (const name of npmPackages) {
    write(join(folder, "node_modules", name, "package.json"), JSON.stringify({ name, main: "index.js" }));
    write(join(folder, "node_modules", name, "index.js"), "");
  }
  const dependencies = { typebox: "*", pg: "*", undici: "*", fastify: "*" };
  const packages = ["contract", "signing", "client", "database", "delivery", "platform", "demo", "testkit"];
  mkdirSync(join(folder, "node_modules/@souk"));
  for (const name of packages) {
    const dependencyFields = name === "signing" ? {} : { dependencies, devDependencies: { typescript: "*" } };
    const exports = { ".": "./index.ts", "./modules/*": "./modules/*/index.ts" };
    const manifest = { name: `@souk/${name}`, exports, ...dependencyFields };
    write(join(folder, "packages", name, "package.json"), JSON.stringify(manifest));
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules/@souk", name));
  }
  write(join(folder, "package.json"), JSON.stringify({ name: "project", type: "module" }));
  write(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { module: "nodenext" } }));
  return folder;
}

type Violation = { from: string; to: string; rule: { name: string } };

function findViolations(tree: SourceTree): Violation[] {
  const folder = writeProject(tree);
  try {
    const flags = ["--config", join(root, ".dependency-cruiser.js"), "--output-type", "json"];
    const roots = ["packages", "apps", "conformance", "tools"];
    const result = spawnSync(process.execPath, [cruiserPath, ...flags, ...roots], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.notEqual(result.stdout, "", result.stderr);
    const report: { summary: { violations: Violation[] } } = JSON.parse(result.stdout);
    return report.summary.violations;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a project that follows the dependency rules has no violations", () => {
  assert.deepEqual(findViolations(allowedImports), []);
});

test("each forbidden import breaks exactly the expected rules", () => {
  const tree: SourceTree = { ...allowedImports, ...importTargets };
  for (const [file, importedPath] of violatingImports) tree[file] = [...(tree[file] ?? []), importedPath];
  const violations = findViolations(tree).filter((violation) => violation.rule.name !== "no-cycles");
  const expectedRules = violatingImports.flatMap(([file, , ...rules]) =>
    rules.map((rule) => `${file}: ${rule}`),
  );
  const foundRules = new Set(violations.map((violation) => `${violation.from}: ${violation.rule.name}`));
  assert.deepEqual([...foundRules].sort(), expectedRules.sort());
});

test("two files that import each other break the rule against cycles", () => {
  const tree: SourceTree = { ...allowedImports, "packages/database/pool.ts": ["./index.ts"] };
  tree["packages/database/index.ts"] = ["./pool.ts"];
  assert.deepEqual([...new Set(findViolations(tree).map((violation) => violation.rule.name))], ["no-cycles"]);
});
