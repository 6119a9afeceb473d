import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { hashOfSources } from "../hash-of-sources.ts";
import { root } from "../root.ts";
import { compileSdk } from "./compile-sdk.ts";
import {
  entryFiles,
  publishedPath,
  readSdkManifest,
  type SdkManifest,
  sdkFolder,
} from "./published-entries.ts";

export interface PackedSdk {
  /** The tarball that npm installs. */
  tarball: string;
  /** The unpacked tarball. */
  folder: string;
  /** Whether it was built now; false when the sources have not changed since the last build. */
  isNew: boolean;
}

const folder = join(sdkFolder, "dist");
const markName = ".packed";

/** All inputs of the packed SDK. */
const sources = ["packages/app-sdk", "packages/contract", "packages/signing", "packages/client", "tools/sdk"];

/** Hash the SDK's sources and the versions of their compilers. */
function sdkSourceHash(): string {
  return hashOfSources(sources);
}

/**
 * Build the SDK as apps get it: one package in plain JavaScript with its types, which needs nothing of this checkout.
 * Equal sources make equal bytes.
 */
export function packSdk({ always = false }: { always?: boolean } = {}): PackedSdk {
  const manifest = readSdkManifest();
  const tarball = join(folder, `souk-app-sdk-${manifest.version}.tgz`);
  const hash = sdkSourceHash();
  if (!always && isPacked(tarball, hash)) return { tarball, folder, isNew: false };
  // Built beside its place, so that no reader sees an incomplete folder.
  const draft = `${folder}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  try {
    compileSdk(entryFiles(manifest), join(draft, "lib"));
    writeFileSync(join(draft, "package.json"), `${JSON.stringify(published(manifest), null, 2)}\n`);
    copyFileSync(join(sdkFolder, "README.md"), join(draft, "README.md"));
    copyFileSync(join(root, "LICENSE"), join(draft, "LICENSE"));
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts"], {
      cwd: draft,
      stdio: ["ignore", "ignore", "pipe"],
    });
    writeFileSync(join(draft, markName), hash);
    replaceFolder(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return { tarball, folder, isNew: true };
}

/**
 * Replace the folder in one step at the last moment. Two concurrent builds have equal results, so either may stay.
 */
function replaceFolder(draft: string): void {
  const old = `${draft}.old`;
  for (let tries = 1; ; tries++) {
    if (existsSync(folder)) renameSync(folder, old);
    try {
      renameSync(draft, folder);
      return;
    } catch (error) {
      if (tries === 5) throw error;
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

function isPacked(tarball: string, hash: string): boolean {
  const mark = join(folder, markName);
  return existsSync(tarball) && existsSync(mark) && readFileSync(mark, "utf8") === hash;
}

/**
 * Build the manifest that npm reads: the entries with their types, and the one dependency, at the version of this
 * checkout.
 */
function published(manifest: SdkManifest): object {
  const contract = JSON.parse(readFileSync(join(root, "packages/contract/package.json"), "utf8")) as {
    dependencies: { typebox: string };
  };
  const exports = Object.entries(manifest.exports).map(([name, source]) => {
    const path = publishedPath(source);
    return [name, { types: `${path}.d.ts`, default: `${path}.js` }];
  });
  return {
    name: manifest.name,
    version: manifest.version,
    description:
      "Everything an app of a Souk store needs: signatures, installation, tokens, webhooks and the API.",
    license: manifest.license,
    type: "module",
    engines: { node: ">=22.1" },
    exports: { ...Object.fromEntries(exports), "./package.json": "./package.json" },
    files: ["lib"],
    sideEffects: false,
    dependencies: { typebox: contract.dependencies.typebox },
  };
}
