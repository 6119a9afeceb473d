import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface MigrationFile {
  number: number;
  name: string;
  checksum: string;
  text: string;
  /**
   * Whether the file runs in a transaction. If its first line is `-- no-transaction`, its statements run one by one, and
   * each must be repeatable.
   */
  isTransactional: boolean;
}

const fileNamePattern = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** Read `NNNN_name.sql` files, sorted by number. @throws Error if a file has another name, or if a number is missing or used twice */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map((name, index) => readMigrationFile(directory, name, index + 1)));
}

async function readMigrationFile(
  directory: string,
  file: string,
  expectedNumber: number,
): Promise<MigrationFile> {
  const match = fileNamePattern.exec(file);
  if (!match?.[1] || !match[2]) throw new Error(`Migration ${file} is not named like 0001_first_step.sql.`);
  const number = Number(match[1]);
  if (number !== expectedNumber) throw new Error(`Migration ${file} should have number ${expectedNumber}.`);
  const text = await readFile(join(directory, file), "utf8");
  return {
    number,
    name: match[2],
    checksum: createHash("sha256").update(text).digest("hex"),
    text,
    isTransactional: !/^-- no-transaction\s*$/m.test(text.split("\n", 1)[0] ?? ""),
  };
}
