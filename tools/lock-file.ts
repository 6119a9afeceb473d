// What the manifests and the lock file must hold beyond what npm itself checks when it writes them.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

type Names = Record<string, string>;

/** The fields of a package.json, or of an entry of package-lock.json, that are checked here. */
export type Manifest = { name?: string; dependencies?: Names; optionalDependencies?: Names };

/** The maximum number of direct npm dependencies of the running server. */
const most = 25;

/**
 * Report packages that the lock file names but does not hold. npm writes such a lock file when the registry lacks the
 * binary of another system, and then `npm ci` rejects it everywhere.
 *
 * @param packages the `packages` of package-lock.json
 */
export function findLockErrors(packages: Record<string, Manifest>): string[] {
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !locked.has(name))
      .map(
        (name) =>
          `package-lock.json lacks ${name}, which ${path || "the root"} may need: npm ci refuses that; take another version`,
      ),
  );
}

/** Report manifests of the server that name more npm packages than allowed. */
export function findCountErrors(manifests: Manifest[]): string[] {
  const names = new Set(manifests.flatMap((manifest) => Object.keys(manifest.dependencies ?? {})));
  const outside = [...names].filter((name) => !name.startsWith("@souk/") && name !== "node");
  if (outside.length <= most) return [];
  return [
    `the server has ${outside.length} direct dependencies, at most ${most}: ${outside.sort().join(", ")}`,
  ];
}

function main(): void {
  const readJson = (path: string): unknown => JSON.parse(readFileSync(join(root, path), "utf8"));
  const lock = readJson("package-lock.json") as { packages: Record<string, Manifest> };
  const server = globSync(["package.json", "packages/*/package.json", "apps/server/package.json"], {
    cwd: root,
  })
    // Tests' own, and what runs in a browser, are not the server's.
    .filter((path) => !/^packages\/(testkit|ui)\//.test(path))
    .map((path) => readJson(path) as Manifest);
  const errors = [...findLockErrors(lock.packages), ...findCountErrors(server)];
  for (const error of errors) console.log(error);
  process.exitCode = errors.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
