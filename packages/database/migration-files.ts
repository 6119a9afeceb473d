import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export interface MigrationFile {
  number: number;
  name: string;
  checksum: string;
  text: string;
  /**
   * Whether the file runs in a transaction. After a first line `-- no-transaction` its statements run one by one and must be
   * repeatable.
   */
  isTransactional: boolean;
}

const fileName = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/** Read `NNNN_name.sql` files in their order; duplicate numbers and gaps are rejected. */
export async function readMigrationFiles(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(names.map((name, index) => readMigrationFile(directory, name, index + 1)));
}

async function readMigrationFile(directory: string, file: string, expected: number): Promise<MigrationFile> {
  const parts = fileName.exec(file);
  if (!parts?.[1] || !parts[2]) throw new Error(`Migration ${file} is not named like 0001_first_step.sql.`);
  const number = Number(parts[1]);
  if (number !== expected) throw new Error(`Migration ${file} should have number ${expected}.`);
  const text = await readFile(join(directory, file), "utf8");
  return {
    number,
    name: parts[2],
    checksum: createHash("sha256").update(text).digest("hex"),
    text,
    isTransactional: !/^-- no-transaction\s*$/m.test(text.split("\n", 1)[0] ?? ""),
  };
}
