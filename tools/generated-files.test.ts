import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { findStaleFiles, updateGeneratedFiles } from "./generated-files.ts";
import type { Generator } from "./generators.ts";

const testGenerators: Generator[] = [
  async () => new Map([["packages/a/tables.generated.ts", "export {};\n"]]),
  async () => new Map([["docs/reference/api/orders.md", "# Orders\n"]]),
];

function withTemporaryFolder(action: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), "souk-generated-"));
    try {
      await action(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

test(
  "updating generated files creates the missing ones, and then none is stale",
  withTemporaryFolder(async (folder) => {
    const updatedFiles = await updateGeneratedFiles(folder, testGenerators);
    assert.deepEqual(
      updatedFiles.map(({ reason }) => reason),
      ["missing", "missing"],
    );
    assert.equal(readFileSync(join(folder, "docs/reference/api/orders.md"), "utf8"), "# Orders\n");
    assert.deepEqual(await findStaleFiles(folder, testGenerators), []);
    assert.deepEqual(await updateGeneratedFiles(folder, testGenerators), []);
  }),
);

test(
  "a missing, a changed and an obsolete file are stale, and the check writes nothing",
  withTemporaryFolder(async (folder) => {
    mkdirSync(join(folder, "packages/a"), { recursive: true });
    mkdirSync(join(folder, "node_modules/b"), { recursive: true });
    writeFileSync(join(folder, "packages/a/tables.generated.ts"), "export const edited = 1;\n");
    writeFileSync(join(folder, "packages/a/old.generated.json"), "{}");
    writeFileSync(join(folder, "node_modules/b/foreign.generated.js"), "");
    const staleFiles = [
      { path: "packages/a/tables.generated.ts", reason: "changed" },
      { path: "docs/reference/api/orders.md", reason: "missing" },
      { path: "packages/a/old.generated.json", reason: "obsolete" },
    ];
    assert.deepEqual(await findStaleFiles(folder, testGenerators), staleFiles);
    assert.deepEqual(await findStaleFiles(folder, testGenerators), staleFiles);
    await updateGeneratedFiles(folder, testGenerators);
    assert.deepEqual(await findStaleFiles(folder, testGenerators), []);
    assert.equal(existsSync(join(folder, "packages/a/old.generated.json")), false);
  }),
);
