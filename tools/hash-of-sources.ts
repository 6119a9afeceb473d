import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

const left = /^(?:node_modules|dist)$|\.test\.tsx?$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (left.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/**
 * Hash all sources in some folders except their tests, and the versions of the packages they are built with.
 * @param folders from the root
 */
export function hashOfSources(folders: readonly string[]): string {
  const hash = createHash("sha256");
  const files = folders.flatMap((folder) => filesBelow(join(root, folder))).sort();
  for (const path of [...files, join(root, "package-lock.json")])
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}
