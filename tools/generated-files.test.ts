import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { staleFiles, writeGenerated } from "./generated-files.ts";
import type { Generator } from "./generators.ts";

const made: Generator[] = [
  async () => new Map([["packages/a/tables.generated.ts", "export {};\n"]]),
  async () => new Map([["docs/reference/api/orders.md", "# Orders\n"]]),
];

function inFolder(action: (folder: string) => Promise<void>): () => Promise<void> {
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
  "all generated files are up to date",
  inFolder(async (folder) => {
    const written = await writeGenerated(folder, made);
    assert.deepEqual(
      written.map(({ reason }) => reason),
      ["missing", "missing"],
    );
    assert.equal(readFileSync(join(folder, "docs/reference/api/orders.md"), "utf8"), "# Orders\n");
    assert.deepEqual(await staleFiles(folder, made), []);
    assert.deepEqual(await writeGenerated(folder, made), []);
  }),
);

test(
  "a missing, a changed and a left-over file are named, and checking writes nothing",
  inFolder(async (folder) => {
    mkdirSync(join(folder, "packages/a"), { recursive: true });
    mkdirSync(join(folder, "node_modules/b"), { recursive: true });
    writeFileSync(join(folder, "packages/a/tables.generated.ts"), "export const edited = 1;\n");
    writeFileSync(join(folder, "packages/a/old.generated.json"), "{}");
    writeFileSync(join(folder, "node_modules/b/foreign.generated.js"), "");
    const stale = [
      { path: "packages/a/tables.generated.ts", reason: "changed" },
      { path: "docs/reference/api/orders.md", reason: "missing" },
      { path: "packages/a/old.generated.json", reason: "left over" },
    ];
    assert.deepEqual(await staleFiles(folder, made), stale);
    assert.deepEqual(await staleFiles(folder, made), stale);
    await writeGenerated(folder, made);
    assert.deepEqual(await staleFiles(folder, made), []);
    assert.equal(existsSync(join(folder, "packages/a/old.generated.json")), false);
  }),
);
