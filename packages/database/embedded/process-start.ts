import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * When a process started, in the system's own words, or `undefined` when no such process lives.
 * With the pid it names a process for ever: a pid alone is given to another one in time.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!isAlive(pid)) return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The second field is the command in parentheses and may hold spaces; the start is the 22nd.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields) return fields[0] === "Z" ? undefined : fields[19];
  const answer = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => undefined);
  return answer?.stdout.trim() || undefined;
}

/** Whether a process with this pid lives; one of another user counts too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
