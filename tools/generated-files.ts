import { globSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { Generator } from "./generators.ts";

/** A generated file that differs from its generator's output. */
export type Stale = { path: string; reason: "missing" | "changed" | "left over" };

type Difference = Stale & { text: string | undefined };

/**
 * Compare the generated files below a folder with the generators' output. A file that is named as generated but made
 * by none is left over.
 */
export async function staleFiles(folder: string, generators: Generator[]): Promise<Stale[]> {
  const found = await differences(folder, generators);
  return found.map(({ path, reason }) => ({ path, reason }));
}

/** Update the generated files below a folder and return the changes. */
export async function writeGenerated(folder: string, generators: Generator[]): Promise<Stale[]> {
  const found = await differences(folder, generators);
  for (const { path, text } of found) {
    const file = join(folder, path);
    if (text === undefined) {
      await rm(file);
    } else {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }
  return found.map(({ path, reason }) => ({ path, reason }));
}

async function differences(folder: string, generators: Generator[]): Promise<Difference[]> {
  const made = new Map<string, string>();
  for (const generate of generators) {
    for (const [path, text] of await generate()) made.set(path, text);
  }
  const present = new Set(generatedPaths(folder));
  const differs = [...made].flatMap(([path, text]): Difference[] => {
    if (!present.has(path)) return [{ path, reason: "missing", text }];
    return readFileSync(join(folder, path), "utf8") === text ? [] : [{ path, reason: "changed", text }];
  });
  const leftOver = [...present].filter((path) => !made.has(path));
  return [
    ...differs,
    ...leftOver.map((path): Difference => ({ path, reason: "left over", text: undefined })),
  ];
}

function generatedPaths(folder: string): string[] {
  const patterns = ["**/*.generated.*", "docs/reference/**/*.*"];
  return globSync(patterns, { cwd: folder, exclude: ["**/node_modules/**", "**/.souk/**"] })
    .map((path) => path.split(sep).join("/"))
    .sort();
}
