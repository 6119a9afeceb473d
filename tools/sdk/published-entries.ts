import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** The folder of the SDK's sources in the project. */
export const sdkFolder: string = join(root, "packages/app-sdk");

export interface SdkManifest {
  name: string;
  version: string;
  license: string;
  /** The TypeScript file of each entry, by its name (`.`, `./testing`). */
  exports: Readonly<Record<string, string>>;
}

/** Read the package.json of the SDK in the project. */
export function readSdkManifest(): SdkManifest {
  return JSON.parse(readFileSync(join(sdkFolder, "package.json"), "utf8")) as SdkManifest;
}

/** List the TypeScript files of all entries in the manifest, as absolute paths. */
export function listEntryFiles({ exports }: SdkManifest): string[] {
  return Object.values(exports).map((path) => join(sdkFolder, path));
}

/** Return the path of a compiled entry in the published package, without its extension: `./lib/app-sdk/index`. */
export function getPublishedPath(source: string): string {
  return `./lib/app-sdk/${source.replace(/^\.\//, "").replace(/\.ts$/, "")}`;
}
