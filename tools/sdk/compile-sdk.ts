import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { root } from "../root.ts";

const packagesFolder = join(root, "packages");
/** The packages of the project that are compiled into the SDK, because they are not published on npm. */
const inlinedPackages = ["contract", "signing", "client"] as const;

const getEntryPath = (name: string): string => join(packagesFolder, name, "index.ts");

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
  // `npm run verify` checks the types. Here the compiler only writes the output.
  noCheck: true,
  rootDir: packagesFolder,
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  paths: Object.fromEntries(inlinedPackages.map((name) => [`@souk/${name}`, [getEntryPath(name)]])),
};

/**
 * Compile the entries of the SDK, and all files of the project that they import, to JavaScript and type declarations.
 * @param entries TypeScript files
 * @param outputFolder the folder in which `app-sdk/`, `contract/`, `signing/` and `client/` are created
 * @throws Error with the compiler's message if the declarations cannot be created
 */
export function compileSdk(entries: readonly string[], outputFolder: string): void {
  const program = ts.createProgram({ rootNames: entries, options: { ...options, outDir: outputFolder } });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, replaceImports(text, dirname(relative(outputFolder, path))));
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

const packageImportPattern = new RegExp(`(\\bfrom |\\bimport\\()"@souk/(${inlinedPackages.join("|")})"`, "g");
// The compiler does not replace `.ts` in the imports of declarations, so `replaceImports` does.
const tsImportPattern = /(\bfrom |\bimport\(|^import )"(\.{1,2}\/[^"]+)\.ts"/gm;

/**
 * Replace the paths of imports in the text of an output file, so that they lead to other output files.
 * @param folder the file's folder, relative to the output folder
 */
function replaceImports(text: string, folder: string): string {
  const pathToOutputFolder = relative(folder, ".");
  return text
    .replace(
      packageImportPattern,
      (_all, prefix: string, name: string) => `${prefix}"${pathToOutputFolder}/${name}/index.js"`,
    )
    .replace(tsImportPattern, '$1"$2.js"');
}
