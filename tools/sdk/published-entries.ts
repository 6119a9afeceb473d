import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** The package as it stands in this checkout. */
export const sdkFolder: string = join(root, "packages/app-sdk");

export interface SdkManifest {
  name: string;
  version: string;
  license: string;
  /** Names of entries (`.`, `./testing`) and the TypeScript files behind them. */
  exports: Readonly<Record<string, string>>;
}

export function readSdkManifest(): SdkManifest {
  return JSON.parse(readFileSync(join(sdkFolder, "package.json"), "utf8")) as SdkManifest;
}

/** The source file of every entry that the package's own manifest names. */
export function entryFiles({ exports }: SdkManifest): string[] {
  return Object.values(exports).map((path) => join(sdkFolder, path));
}

/** Where the compiled twin of an entry lies in the published package, without its extension: `./lib/app-sdk/index`. */
export function publishedPath(source: string): string {
  return `./lib/app-sdk/${source.replace(/^\.\//, "").replace(/\.ts$/, "")}`;
}
