import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * When a process started, in the system's own words; `undefined` when no such process runs, or only its zombie is left.
 * With the pid it names a process for ever: a pid alone is given to another one in time.
 */
export async function processStart(pid: number): Promise<string | undefined> {
  if (!exists(pid)) return undefined;
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  // The second field is the command in parentheses and may hold spaces; the third is the state, the 22nd the start.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields) return fields[0] === "Z" ? undefined : fields[19];
  const answer = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => undefined);
  return answer?.stdout.trim() || undefined;
}

/** Whether a process runs. A zombie, which nobody has reaped yet, does not. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await processStart(pid)) !== undefined;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
