import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** The folder of the package in this checkout. */
export const sdkFolder: string = join(root, "packages/app-sdk");

export interface SdkManifest {
  name: string;
  version: string;
  license: string;
  /** The names of entries (`.`, `./testing`) and their TypeScript files. */
  exports: Readonly<Record<string, string>>;
}

export function readSdkManifest(): SdkManifest {
  return JSON.parse(readFileSync(join(sdkFolder, "package.json"), "utf8")) as SdkManifest;
}

/** List the source file of every entry that the package's own manifest names. */
export function entryFiles({ exports }: SdkManifest): string[] {
  return Object.values(exports).map((path) => join(sdkFolder, path));
}

/** Return the path of a compiled entry in the published package, without its extension: `./lib/app-sdk/index`. */
export function publishedPath(source: string): string {
  return `./lib/app-sdk/${source.replace(/^\.\//, "").replace(/\.ts$/, "")}`;
}
