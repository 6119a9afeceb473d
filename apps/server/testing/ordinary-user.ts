import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** A user other than root, and a copy of the project that this user can read. */
export interface OrdinaryUser {
  uid: number;
  gid: number;
  /** The folder that contains apps/server. */
  tree: string;
  /** The path of the Node program. */
  node: string;
}

const root = join(import.meta.dirname, "../../..");
// `nobody` on every Linux.
const nobodyUserId = 65_534;

/**
 * Return the test's own user or, for root, `nobody`; for `nobody` the project is copied when it is unreadable, as below /root.
 * @param folder where a copy may go; `nobody` can reach it
 */
export function prepareOrdinaryUser(folder: string): OrdinaryUser {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid, tree: root, node: process.execPath };
  const nobody = { uid: nobodyUserId, gid: nobodyUserId, tree: root, node: process.execPath };
  if (canRun(nobody)) return nobody;
  const tree = join(folder, "tree");
  mkdirSync(tree);
  for (const part of ["package.json", "apps", "packages", "node_modules"])
    copy(join(root, part), join(tree, part));
  const node = process.execPath.startsWith(`${root}/`)
    ? join(tree, process.execPath.slice(root.length))
    : process.execPath;
  return { ...nobody, tree, node };
}

// Uses hard links on the same disk: writing half a gigabyte would delay a database's first commit by a minute.
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
