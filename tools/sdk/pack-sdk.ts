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
import { hashSources } from "../hash-sources.ts";
import { root } from "../root.ts";
import { compileSdk } from "./compile-sdk.ts";
import {
  getPublishedPath,
  listEntryFiles,
  readSdkManifest,
  type SdkManifest,
  sdkFolder,
} from "./published-entries.ts";

/** The npm package of the SDK, as built by this call or an earlier one. */
export interface PackedSdk {
  /** The path of the tarball that npm can install. */
  tarball: string;
  /** The folder with the unpacked contents of the tarball. */
  folder: string;
  /** Whether this call built the tarball. False if the sources have not changed since the last build. */
  isNew: boolean;
}

const packedFolder = join(sdkFolder, "dist");
const hashFileName = ".packed";
const maxReplaceAttempts = 5;

/** The folders whose files the packed SDK depends on. */
const sourceFolders = [
  "packages/app-sdk",
  "packages/contract",
  "packages/signing",
  "packages/client",
  "tools/sdk",
];

/** Hash the SDK's sources and the versions of their compilers. */
function hashSdkSources(): string {
  return hashSources(sourceFolders);
}

/**
 * Build the npm package of the SDK: JavaScript and type declarations that do not depend on other files of the project.
 * Unchanged sources result in an identical tarball, which is built again only if `always` is true.
 */
export function packSdk({ always = false }: { always?: boolean } = {}): PackedSdk {
  const manifest = readSdkManifest();
  const tarball = join(packedFolder, `souk-app-sdk-${manifest.version}.tgz`);
  const hash = hashSdkSources();
  if (!always && isPacked(tarball, hash)) return { tarball, folder: packedFolder, isNew: false };
  // Build in a temporary folder, so that other processes never read an incomplete one.
  const temporaryFolder = `${packedFolder}.${process.pid}`;
  rmSync(temporaryFolder, { recursive: true, force: true });
  mkdirSync(temporaryFolder, { recursive: true });
  try {
    compileSdk(listEntryFiles(manifest), join(temporaryFolder, "lib"));
    writeFileSync(
      join(temporaryFolder, "package.json"),
      `${JSON.stringify(buildPublishedManifest(manifest), null, 2)}\n`,
    );
    copyFileSync(join(sdkFolder, "README.md"), join(temporaryFolder, "README.md"));
    copyFileSync(join(root, "LICENSE"), join(temporaryFolder, "LICENSE"));
    execFileSync("npm", ["pack", "--silent", "--ignore-scripts"], {
      cwd: temporaryFolder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    writeFileSync(join(temporaryFolder, hashFileName), hash);
    replaceFolder(temporaryFolder);
  } finally {
    rmSync(temporaryFolder, { recursive: true, force: true });
  }
  return { tarball, folder: packedFolder, isNew: true };
}

/**
 * Rename the temporary folder to the packed folder, which it replaces. If two builds run at the same time, their results are
 * equal, so either may remain.
 */
function replaceFolder(temporaryFolder: string): void {
  const replacedFolder = `${temporaryFolder}.old`;
  for (let attempt = 1; ; attempt++) {
    try {
      if (existsSync(packedFolder)) renameSync(packedFolder, replacedFolder);
      renameSync(temporaryFolder, packedFolder);
      return;
    } catch (error) {
      if (attempt === maxReplaceAttempts) throw error;
    } finally {
      rmSync(replacedFolder, { recursive: true, force: true });
    }
  }
}

function isPacked(tarball: string, hash: string): boolean {
  const hashPath = join(packedFolder, hashFileName);
  return existsSync(tarball) && existsSync(hashPath) && readFileSync(hashPath, "utf8") === hash;
}

/**
 * Build the package.json of the published package, with its entries and types, and its only dependency in the version that
 * the project uses.
 */
function buildPublishedManifest(manifest: SdkManifest): object {
  const contract = JSON.parse(readFileSync(join(root, "packages/contract/package.json"), "utf8")) as {
    dependencies: { typebox: string };
  };
  const exports = Object.entries(manifest.exports).map(([name, source]) => {
    const path = getPublishedPath(source);
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
