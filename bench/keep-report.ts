import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A stored run of the benchmarks. */
export interface KeptReport {
  /** The day as in 2026-11-23; it names the file. */
  day: string;
  /** The scenarios that were measured. */
  names: readonly string[];
  text: string;
}

/** Add a report to the day's file in a folder, below what stands there. */
export async function keepReport(folder: string, { day, names, text }: KeptReport): Promise<void> {
  const path = join(folder, `${day}.md`);
  const before = await readFile(path, "utf8").catch(() => "");
  const title = before === "" ? `# ${day}\n` : "";
  await appendFile(path, `${title}\n## ${names.join(", ")}\n\n${text}`);
}
