import { globSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Generator } from "./generators.ts";

/** A file that differs from the output of the generators. It is obsolete if no generator creates it. */
export type StaleFile = { path: string; reason: "missing" | "changed" | "obsolete" };

type Difference = StaleFile & { text: string | undefined };

/**
 * Find the generated files in a folder that differ from the output of the generators. A file that has the name of a
 * generated file, but that no generator creates, is obsolete.
 */
export async function findStaleFiles(folder: string, generators: Generator[]): Promise<StaleFile[]> {
  const differences = await findDifferences(folder, generators);
  return differences.map(({ path, reason }) => ({ path, reason }));
}

/** Write the missing and changed files, and delete the obsolete ones. @returns the files that were stale */
export async function updateGeneratedFiles(folder: string, generators: Generator[]): Promise<StaleFile[]> {
  const differences = await findDifferences(folder, generators);
  for (const { path, text } of differences) {
    const absolutePath = join(folder, path);
    if (text === undefined) {
      await rm(absolutePath);
    } else {
      await mkdir(dirname(absolutePath), { recursive: true });
      await writeFile(absolutePath, text);
    }
  }
  return differences.map(({ path, reason }) => ({ path, reason }));
}

async function findDifferences(folder: string, generators: Generator[]): Promise<Difference[]> {
  const generatedTexts = new Map<string, string>();
  for (const generate of generators) {
    for (const [path, text] of await generate()) generatedTexts.set(path, text);
  }
  const existingPaths = new Set(listGeneratedPaths(folder));
  const missingOrChanged = [...generatedTexts].flatMap(([path, text]): Difference[] => {
    if (!existingPaths.has(path)) return [{ path, reason: "missing", text }];
    return readFileSync(join(folder, path), "utf8") === text ? [] : [{ path, reason: "changed", text }];
  });
  const obsoletePaths = [...existingPaths].filter((path) => !generatedTexts.has(path));
  return [
    ...missingOrChanged,
    ...obsoletePaths.map((path): Difference => ({ path, reason: "obsolete", text: undefined })),
  ];
}

function listGeneratedPaths(folder: string): string[] {
  const patterns = ["**/*.generated.*", "docs/reference/**/*.*"];
  return globSync(patterns, { cwd: folder, exclude: ["**/node_modules/**", "**/.souk/**"] })
    .map((path) => path.split(sep).join("/"))
    .sort();
}
