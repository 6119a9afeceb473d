import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

const excludedNamePattern = /^(?:node_modules|dist)$|\.test\.tsx?$/;

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (excludedNamePattern.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}

/**
 * Hash all files in the folders, without tests. package-lock.json is hashed too, because it has the versions of the build tools.
 * @param folders paths from the root
 */
export function hashSources(folders: readonly string[]): string {
  const hash = createHash("sha256");
  const files = folders.flatMap((folder) => listFiles(join(root, folder))).sort();
  for (const path of [...files, join(root, "package-lock.json")])
    hash.update(path.slice(root.length)).update("\0").update(readFileSync(path)).update("\0");
  return hash.digest("hex");
}
