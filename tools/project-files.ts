import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** List all files of the project, tracked or untracked but not ignored, as paths from the root with forward slashes. */
export function listProjectFiles(): string[] {
  const flags = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const output = execFileSync("git", flags, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(output.split("\0"))]
    .filter((path) => path !== "" && existsSync(join(root, path)))
    .sort();
}

/** Return whether a file is generated, and so exempt from the rules for hand-written files. */
export function isGenerated(path: string): boolean {
  return (
    /\.generated\.[a-z]+$/.test(path) || path.startsWith("docs/reference/") || path === "package-lock.json"
  );
}
