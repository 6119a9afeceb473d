// npm run verify -- tables: each table of the migrated schema has one owner, a module or a folder beside the modules
// (table-owners.ts), and a write to another owner's table is listed there with its reason.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { isGenerated, projectFiles } from "./project-files.ts";
import { root } from "./root.ts";
import { listTexts } from "./sql-texts.ts";
import { foldersWithTables, foreignWrites } from "./table-owners.ts";

const modulesFolder = "packages/platform/modules";
const holdsSql =
  /^packages\/(database|delivery|platform)\/(?!(.*\/)?(testing|migrations)\/)(?!.*\.test\.ts$).*\.ts$/;

/** The folder of each owner, with the tables that it owns. */
export type TableOwners = Readonly<Record<string, readonly string[]>>;

/** A write to a table, and the file that it stands in. */
export interface TableWrite {
  path: string;
  table: string;
}

/** List the tables that a module declares in its factory. */
export function readDeclaredTables(path: string, code: string): string[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === "tables" &&
      ts.isArrayLiteralExpression(node.initializer)
    )
      found.push(...node.initializer.elements.filter(ts.isStringLiteralLike).map(({ text }) => text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const writes =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?([a-z_]+|\$\{[^}]*\})|\bupdate\s+(?:only\s+)?([a-z_]+|\$\{[^}]*\})(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/g;

/** List the tables that a file's SQL writes; a name that is only known at run time is given as `*`. */
export function listWrites(path: string, code: string): TableWrite[] {
  const tables = listTexts(path, code).flatMap(({ text }) =>
    [...text.matchAll(writes)].map(([, table = "", updated = ""]) => table || updated),
  );
  const names = tables.map((table) => (table.startsWith("$") ? "*" : table));
  return [...new Set(names)].map((table) => ({ path, table }));
}

/** List what is wrong with who owns which table: one without an owner, or with two, or one that is not there. */
export function findOwnerErrors(owners: TableOwners, schema: readonly string[]): string[] {
  const named = Object.entries(owners).flatMap(([folder, tables]) =>
    tables.map((table) => ({ folder, table })),
  );
  const byTable = Map.groupBy(named, ({ table }) => table);
  return [
    ...schema.filter((table) => !byTable.has(table)).map((table) => `${table} has no owner.`),
    ...[...byTable]
      .filter(([, owning]) => owning.length > 1)
      .map(([table, owning]) => `${table} has two owners: ${owning.map(({ folder }) => folder).join(", ")}.`),
    ...named
      .filter(({ table }) => !schema.includes(table))
      .map(({ folder, table }) => `${folder} owns ${table}, which is not in the schema.`),
  ];
}

/** List the writes to another owner's table that are not listed, and what is listed and not written. */
export function findWriteErrors(
  found: readonly TableWrite[],
  owners: TableOwners,
  listed: Readonly<Record<string, string>>,
): string[] {
  const schema = Object.values(owners).flat();
  const foreign = found.filter(
    ({ path, table }) =>
      (table === "*" || schema.includes(table)) && !owners[findOwner(path, owners)]?.includes(table),
  );
  const places = foreign.map(({ path, table }) => `${path}: ${table}`);
  return [
    ...places
      .filter((place) => listed[place] === undefined)
      .map((place) => `${place} is written outside its owner's folder and is not listed.`),
    ...Object.keys(listed)
      .filter((place) => !places.includes(place))
      .map((place) => `${place} is listed, but no such write is there.`),
  ];
}

/** The innermost owner's folder that holds a file. */
function findOwner(path: string, owners: TableOwners): string {
  const holding = Object.keys(owners).filter((folder) => path.startsWith(`${folder}/`));
  return holding.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** Read the owners of the project's tables. */
export function readOwners(): TableOwners {
  const modules = readdirSync(join(root, modulesFolder)).map((name) => {
    const path = `${modulesFolder}/${name}/module.ts`;
    return [
      `${modulesFolder}/${name}`,
      readDeclaredTables(path, readFileSync(join(root, path), "utf8")),
    ] as const;
  });
  return { ...foldersWithTables, ...Object.fromEntries(modules) };
}

/** Read the tables of the migrated schema. */
export function readSchemaTables(): string[] {
  const schema = readFileSync(join(root, "packages/database/schema.generated.sql"), "utf8");
  return [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = ""]) => name);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const owners = readOwners();
  const files = projectFiles().filter((path) => holdsSql.test(path) && !isGenerated(path));
  const found = files.flatMap((path) => listWrites(path, readFileSync(join(root, path), "utf8")));
  const errors = [
    ...findOwnerErrors(owners, readSchemaTables()),
    ...findWriteErrors(found, owners, foreignWrites),
  ];
  for (const error of errors) console.log(error);
  if (errors.length > 0) process.exitCode = 1;
  else
    console.log(
      `${Object.values(owners).flat().length} tables have one owner each; ${Object.keys(foreignWrites).length} writes of others are listed.`,
    );
}
