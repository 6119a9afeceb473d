import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { root } from "../root.ts";

const packages = join(root, "packages");
/** The project's packages that are compiled into the SDK, since npm does not have them. */
const inlined = ["contract", "signing", "client"] as const;

const getEntryPath = (name: string): string => join(packages, name, "index.ts");

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  declaration: true,
  skipLibCheck: true,
  // `npm run verify` checks the types; here they are only written down.
  noCheck: true,
  rootDir: packages,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  paths: Object.fromEntries(inlined.map((name) => [`@souk/${name}`, [getEntryPath(name)]])),
};

/**
 * Compile entries of the SDK, and all that they import in this checkout, to JavaScript and declarations.
 * @param entries TypeScript files
 * @param into the folder that gets `app-sdk/`, `contract/`, `signing/` and `client/`
 * @throws Error with the compiler's message when declarations cannot be written
 */
export function compileSdk(entries: readonly string[], into: string): void {
  const program = ts.createProgram({ rootNames: entries, options: { ...options, outDir: into } });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withRelativeImports(text, dirname(relative(into, path))));
  });
  if (diagnostics.length === 0) return;
  throw new Error(
    ts.formatDiagnostics(diagnostics, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => "\n",
    }),
  );
}

const ownImport = new RegExp(`(\\bfrom |\\bimport\\()"@souk/(${inlined.join("|")})"`, "g");
// The compiler leaves `.ts` in declarations, where only its own resolver follows it.
const tsImport = /(\bfrom |\bimport\(|^import )"(\.{1,2}\/[^"]+)\.ts"/gm;

function withRelativeImports(text: string, folder: string): string {
  const up = relative(folder, ".");
  return text
    .replace(ownImport, (_all, before: string, name: string) => `${before}"${up}/${name}/index.js"`)
    .replace(tsImport, '$1"$2.js"');
}
