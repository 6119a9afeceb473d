import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user who runs PostgreSQL if this process runs as root, because PostgreSQL refuses to run as root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Choose the user who runs PostgreSQL. If this process does not run as root, PostgreSQL gets the same user (`undefined`).
 * Otherwise it gets the owner of an existing cluster, or else `postgres`, or else `nobody`.
 * @param clusterDir the cluster's directory, which may not exist yet
 */
export async function chooseSystemUser(clusterDir: string): Promise<SystemUser | undefined> {
  const owner = await stat(clusterDir).catch(() => undefined);
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new Error(
        `The database in ${clusterDir} belongs to user ${owner.uid}. Start Souk as that user or as root.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = await readFile("/etc/passwd", "utf8").catch(() => "");
  const user = findUser(accounts, "postgres") ?? findUser(accounts, "nobody");
  if (!user)
    throw new Error(
      "PostgreSQL does not run as root and no other user was found. Start Souk as an ordinary user.",
    );
  return user;
}

function findUser(accounts: string, name: string): SystemUser | undefined {
  const fields = accounts
    .split("\n")
    .find((line) => line.startsWith(`${name}:`))
    ?.split(":");
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}

/** Return whether a user may traverse a directory and all its parents. */
export async function canReach(user: SystemUser, folder: string): Promise<boolean> {
  const stats = await stat(folder);
  if ((stats.mode & getTraversalBit(user, stats)) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(user, parent);
}

/** Return the permission bit that a directory with this owner must have, so that the user may traverse it. */
function getTraversalBit(user: SystemUser, owner: SystemUser): number {
  if (owner.uid === user.uid) return 0o100;
  return owner.gid === user.gid ? 0o010 : 0o001;
}
