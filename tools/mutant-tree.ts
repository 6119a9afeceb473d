import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Edit } from "./mutant.ts";
import { projectFiles } from "./project-files.ts";
import { root } from "./root.ts";

/** A copy of the tree that can be broken without touching the one that people work in. */
export interface MutantTree {
  folder: string;
  /** Makes the edits; answers what takes them back. @throws when a text does not stand exactly once in its file */
  apply(edits: readonly Edit[]): () => void;
  remove(): void;
}

/** Copies the project's files, uncommitted ones too, beside links to the packages of npm and to the copy's own packages. */
export function copyTree(): MutantTree {
  const folder = mkdtempSync(join(tmpdir(), "souk-mutants-"));
  for (const path of projectFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  linkPackages(folder);
  return {
    folder,
    apply: (edits) => apply(folder, edits),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function linkPackages(folder: string): void {
  const installed = join(root, "node_modules");
  const own = join(folder, "node_modules/@souk");
  mkdirSync(own, { recursive: true });
  const names = readdirSync(installed).filter((name) => name !== "@souk" && name !== ".cache");
  for (const name of names) symlinkSync(join(installed, name), join(folder, "node_modules", name));
  for (const place of ["packages", "apps"]) {
    for (const name of readdirSync(join(folder, place))) {
      symlinkSync(join(folder, place, name), join(own, name));
      const nested = join(root, place, name, "node_modules");
      if (existsSync(nested)) symlinkSync(nested, join(folder, place, name, "node_modules"));
    }
  }
}

function apply(folder: string, edits: readonly Edit[]): () => void {
  const before = new Map<string, string>();
  const restore = (): void => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
  for (const { file, search, replacement } of edits) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!before.has(path)) before.set(path, text);
    const times = text.split(search).length - 1;
    if (times !== 1) {
      restore();
      throw new Error(`${file} holds ${times} times, not once: ${search}`);
    }
    writeFileSync(
      path,
      text.replace(search, () => replacement),
    );
  }
  return restore;
}
