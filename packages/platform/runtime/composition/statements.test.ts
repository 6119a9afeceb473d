import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { getErrorCode, listDefinedStatements } from "@souk/database";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";

const packagesFolder = fileURLToPath(new URL("../../../", import.meta.url));
let platform: TestPlatform;
let sources: { path: string; text: string }[];

before(async () => {
  sources = await readSources();
  for (const { path } of sources) await import(path);
  // Some statements are defined only when the platform is created, because they are composed from what the modules register.
  platform = await startTestPlatform();
});
after(() => platform.stop());

/**
 * Read the source files of the packages that contain SQL. The statements in these files are defined when the files are
 * imported and the platform is created.
 */
async function readSources(): Promise<{ path: string; text: string }[]> {
  const filesByPackage = await Promise.all(
    ["database", "delivery", "platform"].map(async (name) => {
      const files = await readdir(join(packagesFolder, name), { recursive: true });
      return files.map((file) => join(packagesFolder, name, file));
    }),
  );
  const sourcePaths = filesByPackage
    .flat()
    .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|\/testing\/|node_modules/.test(path));
  return await Promise.all(sourcePaths.map(async (path) => ({ path, text: await readFile(path, "utf8") })));
}

test("every named SQL statement can be prepared on the migrated schema", async () => {
  const failures = await platform.database.transaction(async (tx) => {
    const failuresSoFar: string[] = [];
    for (const { name, text } of listDefinedStatements()) {
      await tx.query("savepoint before_statement");
      try {
        await tx.query(`prepare "checked_${name}" as ${text}`);
      } catch (error) {
        failuresSoFar.push(
          `${name}: ${getErrorCode(error)} ${error instanceof Error ? error.message : error}`,
        );
        await tx.query("rollback to before_statement");
      }
    }
    return failuresSoFar;
  });
  assert.deepEqual(failures, []);
});

test("every named SQL statement has a unique name", () => {
  const names = listDefinedStatements().map(({ name }) => name);
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test("every `defineStatement` call in the source code runs when the platform is loaded", () => {
  const names = listDefinedStatements().map(({ name }) => name);
  const skippedCalls = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\bdefineStatement\(\s*(?:"([^"]+)"|`([^`]+)`)/g)]
      .filter(([, literal, template = ""]) => {
        const pattern = new RegExp(`^${(literal ?? template).replace(/\$\{[^}]*\}/g, "[a-z0-9_]+")}$`);
        return !names.some((name) => pattern.test(name));
      })
      .map(([call]) => `${path.slice(packagesFolder.length)}: ${call}`),
  );
  assert.deepEqual(skippedCalls, []);
});

test("SQL statements get their names only from `defineStatement`", () => {
  const directlyNamed = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\{\s*name(?:: (?:"[a-z0-9_]+"|`[^`]+`),|,\n)\s*text\b/g)].map(
      ([statement]) => `${path.slice(packagesFolder.length)}: ${statement}`,
    ),
  );
  assert.deepEqual(directlyNamed, []);
});
