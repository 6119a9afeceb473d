// Checks rules of package.json and package-lock.json that npm itself does not check.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

type VersionsByName = Record<string, string>;

/** The checked fields of a package.json, or of a package in package-lock.json. */
export type Manifest = {
  name?: string;
  dependencies?: VersionsByName;
  optionalDependencies?: VersionsByName;
};

/** The maximum number of direct npm dependencies of the running server. */
const maxDependencies = 25;

/**
 * Find optional dependencies that the lock file names but does not contain. npm writes such a lock file if the registry
 * does not have the binary for another operating system. `npm ci` then rejects the lock file on every system.
 *
 * @param packages the `packages` of package-lock.json
 */
export function findLockErrors(packages: Record<string, Manifest>): string[] {
  const lockedNames = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !lockedNames.has(name))
      .map(
        (name) =>
          `package-lock.json does not contain ${name}, an optional dependency of ${path || "the root"}, so npm ci fails. Use another version.`,
      ),
  );
}

/** Return an error if the server's manifests name more npm packages than allowed. */
export function findCountErrors(manifests: Manifest[]): string[] {
  const names = new Set(manifests.flatMap((manifest) => Object.keys(manifest.dependencies ?? {})));
  // The package `node` installs Node.js itself, so it is not counted.
  const npmPackages = [...names].filter((name) => !name.startsWith("@souk/") && name !== "node");
  if (npmPackages.length <= maxDependencies) return [];
  return [
    `the server has ${npmPackages.length} direct dependencies, but at most ${maxDependencies} are allowed: ${npmPackages.sort().join(", ")}`,
  ];
}

function main(): void {
  const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
  const lock = readJson("package-lock.json") as { packages: Record<string, Manifest> };
  const serverManifests = globSync(["package.json", "packages/*/package.json", "apps/server/package.json"], {
    cwd: root,
  })
    // The testkit runs only in tests, and ui only in the browser.
    .filter((path) => !/^packages\/(testkit|ui)\//.test(path))
    .map((path) => readJson(path) as Manifest);
  const errors = [...findLockErrors(lock.packages), ...findCountErrors(serverManifests)];
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
