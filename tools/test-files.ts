import { globSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./root.ts";

/** The folders that contain tests. */
export const testFolders = ["packages", "apps", "conformance", "bench", "examples", "proofs", "e2e", "tools"];

/** `npm test` runs the tier `quick`, `npm run test:slow` the tier `slow`, and `npm run conformance` the tier `clause`. */
export type TestTier = "quick" | "slow" | "clause";

const clausesFolder = join(root, "conformance/clauses") + sep;

/** Return the tier of a test file. Files in conformance/clauses have the tier `clause`. The suffix of any other file decides its tier. */
export function getTestTier(file: string): TestTier {
  if (file.startsWith(clausesFolder)) return "clause";
  return file.endsWith(".slow.test.ts") ? "slow" : "quick";
}

/** Return whether no other test file may run at the same time, because the file's tests measure how long requests take. */
export function runsAlone(file: string): boolean {
  return file.endsWith(".alone.slow.test.ts");
}

/**
 * List test files in a fixed order.
 * @param paths absolute paths of folders and test files. A test file among them is listed regardless of its tier.
 * @param tiers the tiers of the test files to list in the folders
 */
export function listTestFiles(paths: readonly string[], tiers: readonly TestTier[]): string[] {
  const files = paths.flatMap((path) => {
    if (path.endsWith(".test.ts")) return [path];
    const foundFiles = globSync("**/*.test.ts", { cwd: path, exclude: ["**/node_modules/**"] });
    return foundFiles.map((file) => join(path, file)).filter((file) => tiers.includes(getTestTier(file)));
  });
  return [...new Set(files)].sort();
}
