import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The report of a benchmark run. */
export interface SavedReport {
  /** The date, for example 2026-11-23, which is also the file's name. */
  day: string;
  /** The scenarios that were measured. */
  names: readonly string[];
  text: string;
}

/** Append a report to the day's file in a folder. */
export async function saveReport(folder: string, { day, names, text }: SavedReport): Promise<void> {
  const path = join(folder, `${day}.md`);
  const existingText = await readFile(path, "utf8").catch(() => "");
  const title = existingText === "" ? `# ${day}\n` : "";
  await appendFile(path, `${title}\n## ${names.join(", ")}\n\n${text}`);
}
