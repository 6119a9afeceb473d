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
import { root } from "../root.ts";
import { compileSdk } from "./compile-sdk.ts";
import {
  entryFiles,
  publishedPath,
  readSdkManifest,
  type SdkManifest,
  sdkFolder,
} from "./published-entries.ts";
import { sdkSourceHash } from "./sdk-sources.ts";

export interface PackedSdk {
  /** What npm installs. */
  tarball: string;
  /** The same, unpacked. */
  folder: string;
  /** Whether it was made now; false when the sources have not changed since it was. */
  isNew: boolean;
}

const folder = join(sdkFolder, "dist");
const markName = ".packed";

/**
 * Makes the SDK as apps get it: one package in plain JavaScript with its types, which needs nothing of this checkout.
 * The same sources make the same bytes.
 */
export function packSdk({ always = false }: { always?: boolean } = {}): PackedSdk {
  const manifest = readSdkManifest();
  const tarball = join(folder, `souk-app-sdk-${manifest.version}.tgz`);
  const hash = sdkSourceHash();
  if (!always && isPacked(tarball, hash)) return { tarball, folder, isNew: false };
  // Made beside its place, so that nobody meets half of it.
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

/** Two that pack at once make the same, so either may stay; the old folder goes away at the last moment and in one step. */
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

/** The manifest that npm reads: the entries with their types, and the one dependency, at the version of this checkout. */
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
      "Everything an app of a Souk shop needs: signatures, installation, tokens, webhooks and the API.",
    license: manifest.license,
    type: "module",
    engines: { node: ">=22.1" },
    exports: { ...Object.fromEntries(exports), "./package.json": "./package.json" },
    files: ["lib"],
    sideEffects: false,
    dependencies: { typebox: contract.dependencies.typebox },
  };
}
