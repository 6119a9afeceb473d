import { readFile } from "node:fs/promises";
import { join } from "node:path";

export interface PostmasterFile {
  pid: number;
  directory: string;
  status: string;
}

/** Read the file postmaster.pid of a running PostgreSQL; `undefined` if the file is missing or invalid. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => undefined);
  const lines = text?.split("\n");
  const pid = Number(lines?.[0]);
  if (!lines || !(pid > 0)) return undefined;
  return { pid, directory: lines[1] ?? "", status: lines[7]?.trim() ?? "" };
}
