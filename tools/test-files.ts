import { globSync } from "node:fs";
import { join } from "node:path";

/** The folders that hold tests. */
export const testPlaces = ["packages", "apps", "conformance", "bench", "examples", "proofs", "e2e", "tools"];

/** The test files at or below the paths, in a fixed order. */
export function testFiles(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    if (path.endsWith(".test.ts")) return [path];
    const found = globSync("**/*.test.ts", { cwd: path, exclude: ["**/node_modules/**"] });
    return found.map((file) => join(path, file));
  });
  return [...new Set(files)].sort();
}
