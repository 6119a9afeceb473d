import { globSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "./root.ts";

/** The folders that hold tests. */
export const testPlaces = ["packages", "apps", "conformance", "bench", "examples", "proofs", "e2e", "tools"];

/** `quick` is what `npm test` runs, `slow` what `npm run test:slow` runs, and `clause` what `npm run conformance` runs. */
export type TestTier = "quick" | "slow" | "clause";

const clauses = join(root, "conformance/clauses") + sep;

/** Return the tier of a test file: the clauses by their folder, the others by their suffix. */
export function testTier(file: string): TestTier {
  if (file.startsWith(clauses)) return "clause";
  return file.endsWith(".slow.test.ts") ? "slow" : "quick";
}

/**
 * List the test files at or below the paths, in a fixed order.
 * @param paths absolute; a test file named itself is listed whatever its tier
 * @param tiers the tiers to list of a folder
 */
export function testFiles(paths: readonly string[], tiers: readonly TestTier[]): string[] {
  const files = paths.flatMap((path) => {
    if (path.endsWith(".test.ts")) return [path];
    const found = globSync("**/*.test.ts", { cwd: path, exclude: ["**/node_modules/**"] });
    return found.map((file) => join(path, file)).filter((file) => tiers.includes(testTier(file)));
  });
  return [...new Set(files)].sort();
}
