import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** A user other than root, with a folder of the project that this user can read: the original or a copy. */
export interface OrdinaryUser {
  uid: number;
  gid: number;
  /** The folder that contains apps/server. */
  tree: string;
  /** The path of the Node program. */
  node: string;
}

const root = join(import.meta.dirname, "../../..");
// The id of the user `nobody` on Linux.
const nobodyUserId = 65_534;

/**
 * Return the user who runs the test or, if that is root, `nobody`. If `nobody` cannot read the project, for example because
 * it is below /root, copy it.
 * @param folder the folder for the copy; `nobody` must be able to access it
 */
export function prepareOrdinaryUser(folder: string): OrdinaryUser {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid, tree: root, node: process.execPath };
  const nobody = { uid: nobodyUserId, gid: nobodyUserId, tree: root, node: process.execPath };
  if (canRun(nobody)) return nobody;
  const tree = join(folder, "tree");
  mkdirSync(tree);
  for (const name of ["package.json", "apps", "packages", "node_modules"])
    copy(join(root, name), join(tree, name));
  const node = process.execPath.startsWith(`${root}/`)
    ? join(tree, process.execPath.slice(root.length))
    : process.execPath;
  return { ...nobody, tree, node };
}

// Use hard links if possible. While the disk writes a copy of half a gigabyte, a database's first commit would wait for a minute.
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
