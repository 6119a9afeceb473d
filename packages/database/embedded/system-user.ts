import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user who runs PostgreSQL if this process runs as root, because PostgreSQL refuses to run as root. */
export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * Choose the user who runs PostgreSQL. If this process does not run as root, it is the same user (`undefined`). Otherwise it
 * is the owner of an existing cluster, or else `postgres`, or else `nobody`.
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
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}

/** Return whether a user may traverse a directory and all its parents. */
export async function canReach(user: SystemUser, folder: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || canReach(user, parent);
}
