import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * Return the start time of a process in the system's format; `undefined` if no such process runs or it is a zombie. The
 * start time and the pid together identify a process, because pids are reused.
 */
export async function readProcessStart(pid: number): Promise<string | undefined> {
  if (!doesExist(pid)) return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The second field is the command in parentheses, which may contain spaces. `fields` begins with the third field, the
  // state. The 22nd field is the start time.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields) return fields[0] === "Z" ? undefined : fields[19];
  const result = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => undefined);
  return result?.stdout.trim() || undefined;
}

/** Return whether a process runs; a zombie does not count. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await readProcessStart(pid)) !== undefined;
}

function doesExist(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
