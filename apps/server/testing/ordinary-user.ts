import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Somebody who is not root, and the project where he can read it. */
export interface OrdinaryUser {
  uid: number;
  gid: number;
  /** The folder that has apps/server. */
  tree: string;
  /** The program of Node. */
  node: string;
}

const root = join(import.meta.dirname, "../../..");
// `nobody` on every Linux.
const nobody = 65_534;

/**
 * The test's own user, or, for root, `nobody`; for him the project is copied when it lies out of his reach, as below /root.
 * @param folder where a copy may go; he can reach it
 */
export function ordinaryUser(folder: string): OrdinaryUser {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid, tree: root, node: process.execPath };
  const here = { uid: nobody, gid: nobody, tree: root, node: process.execPath };
  if (canRun(here)) return here;
  const tree = join(folder, "tree");
  mkdirSync(tree);
  for (const part of ["package.json", "apps", "packages", "node_modules"])
    copy(join(root, part), join(tree, part));
  const node = process.execPath.startsWith(`${root}/`)
    ? join(tree, process.execPath.slice(root.length))
    : process.execPath;
  return { ...here, tree, node };
}

// Links where the disk is the same, since half a gigabyte written keeps a database from its first commit for a minute.
function copy(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true, force: true });
  }
}

function canRun({ uid, gid, tree, node }: OrdinaryUser): boolean {
  try {
    execFileSync(node, ["--check", join(tree, "apps/server/main.ts")], {
      uid,
      gid,
      cwd: "/",
      stdio: "ignore",
    });
    return true;
  } catch {
    return false;
  }
}
