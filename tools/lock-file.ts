// What the manifests and the lock file must hold beyond what npm itself checks when it writes them.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

type Names = Record<string, string>;

/** A package.json, or an entry of package-lock.json, as far as it matters here. */
export type Manifest = { name?: string; dependencies?: Names; optionalDependencies?: Names };

/** Direct npm dependencies that the running server may have. */
const most = 25;

/**
 * Sentences about packages that the lock file names but does not hold. npm writes such a lock file when the
 * registry lacks the binary of another system, and then `npm ci` refuses it everywhere.
 *
 * @param packages the `packages` of package-lock.json
 */
export function lockFaults(packages: Record<string, Manifest>): string[] {
  const held = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !held.has(name))
      .map(
        (name) =>
          `package-lock.json lacks ${name}, which ${path || "the root"} may need: npm ci refuses that; take another version`,
      ),
  );
}

/** A sentence when the manifests of what the server runs name more npm packages than they may. */
export function countFaults(manifests: Manifest[]): string[] {
  const names = new Set(manifests.flatMap((each) => Object.keys(each.dependencies ?? {})));
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
  const faults = [...lockFaults(lock.packages), ...countFaults(server)];
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (import.meta.main) main();
