import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { getErrorCode, listDefinedStatements } from "@souk/database";
import { type TestPlatform, testPlatform } from "@souk/testkit";

const packages = fileURLToPath(new URL("../../../", import.meta.url));
let platform: TestPlatform;
let sources: { path: string; text: string }[];

before(async () => {
  sources = await readSources();
  for (const { path } of sources) await import(path);
  // Some are made of what the modules register, when the platform is put together.
  platform = await testPlatform();
});
after(() => platform.stop());

/**
 * Read the source code of the packages that hold SQL; each of their statements is defined when it is imported
 * or composed.
 */
async function readSources(): Promise<{ path: string; text: string }[]> {
  const found = await Promise.all(
    ["database", "delivery", "platform"].map(async (name) => {
      const files = await readdir(join(packages, name), { recursive: true });
      return files.map((file) => join(packages, name, file));
    }),
  );
  const code = found
    .flat()
    .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|\/testing\/|node_modules/.test(path));
  return await Promise.all(code.map(async (path) => ({ path, text: await readFile(path, "utf8") })));
}

test("every named statement prepares against the migrated schema", async () => {
  const failures = await platform.database.transaction(async (tx) => {
    const failed: string[] = [];
    for (const { name, text } of listDefinedStatements()) {
      await tx.query("savepoint before_statement");
      try {
        await tx.query(`prepare "checked_${name}" as ${text}`);
      } catch (error) {
        failed.push(`${name}: ${getErrorCode(error)} ${error instanceof Error ? error.message : error}`);
        await tx.query("rollback to before_statement");
      }
    }
    return failed;
  });
  assert.deepEqual(failures, []);
});

test("no two statements have one name", () => {
  const names = listDefinedStatements().map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test("every statement that the code names was defined and prepared", () => {
  const names = listDefinedStatements().map(({ name }) => name);
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdefineStatement\(\s*(?:"([^"]+)"|`([^`]+)`)/g)]
      .filter(([, literal, template = ""]) => {
        const pattern = new RegExp(`^${(literal ?? template).replace(/\$\{[^}]*\}/g, "[a-z0-9_]+")}$`);
        return !names.some((name) => pattern.test(name));
      })
      .map(([call]) => `${path.slice(packages.length)}: ${call}`),
  );
  assert.deepEqual(missing, []);
});

test("no statement is named in any other way", () => {
  const unnamed = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\{\s*name: (?:"[a-z0-9_]+"|`[^`]+`),\s*text\b/g)].map(
      ([found]) => `${path.slice(packages.length)}: ${found}`,
    ),
  );
  assert.deepEqual(unnamed, []);
});
