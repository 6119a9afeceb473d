// npm run verify -- tables: checks that each table of the migrated schema has one owner, either a module or a folder listed in
// table-owners.ts, and that each write to another owner's table is listed there with a reason.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { isGenerated, listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";
import { listLiteralTexts } from "./sql-texts.ts";
import { foreignWrites, tablesByFolder } from "./table-owners.ts";

const modulesFolder = "packages/platform/modules";
const sqlFilePattern =
  /^packages\/(database|delivery|platform)\/(?!(.*\/)?(testing|migrations)\/)(?!.*\.test\.ts$).*\.ts$/;

/** The tables of each owner, by the owner's folder. */
export type TableOwners = Readonly<Record<string, readonly string[]>>;

/** A table, and a file that writes to it. */
export interface TableWrite {
  path: string;
  table: string;
}

/** List the tables that a module declares in the `tables` property of its factory function. */
export function readDeclaredTables(path: string, code: string): string[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const tables: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === "tables" &&
      ts.isArrayLiteralExpression(node.initializer)
    )
      tables.push(...node.initializer.elements.filter(ts.isStringLiteralLike).map(({ text }) => text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tables;
}

const writePattern =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?([a-z_]+|\$\{[^}]*\})|\bupdate\s+(?:only\s+)?([a-z_]+|\$\{[^}]*\})(?:\s+(?:as\s+)?[a-z_]+)?\s+set\b/g;

/** List the tables that the SQL of a file writes to. A table name that is known only at run time is listed as `*`. */
export function listWrites(path: string, code: string): TableWrite[] {
  const tables = listLiteralTexts(path, code).flatMap(({ text }) =>
    [...text.matchAll(writePattern)].map(([, table = "", updatedTable = ""]) => table || updatedTable),
  );
  const names = tables.map((table) => (table.startsWith("$") ? "*" : table));
  return [...new Set(names)].map((table) => ({ path, table }));
}

/** Find tables without an owner or with several owners, and owned tables that the schema does not have. */
export function findOwnerErrors(owners: TableOwners, schemaTables: readonly string[]): string[] {
  const ownerships = Object.entries(owners).flatMap(([folder, tables]) =>
    tables.map((table) => ({ folder, table })),
  );
  const ownershipsByTable = Map.groupBy(ownerships, ({ table }) => table);
  return [
    ...schemaTables.filter((table) => !ownershipsByTable.has(table)).map((table) => `${table} has no owner.`),
    ...[...ownershipsByTable]
      .filter(([, tableOwnerships]) => tableOwnerships.length > 1)
      .map(
        ([table, tableOwnerships]) =>
          `${table} has several owners: ${tableOwnerships.map(({ folder }) => folder).join(", ")}.`,
      ),
    ...ownerships
      .filter(({ table }) => !schemaTables.includes(table))
      .map(({ folder, table }) => `${folder} owns ${table}, which is not in the schema.`),
  ];
}

/** Find writes to another owner's table that are not listed, and listed writes that the code does not have. */
export function findWriteErrors(
  tableWrites: readonly TableWrite[],
  owners: TableOwners,
  listedWrites: Readonly<Record<string, string>>,
): string[] {
  const ownedTables = Object.values(owners).flat();
  const foreignTableWrites = tableWrites.filter(
    ({ path, table }) =>
      (table === "*" || ownedTables.includes(table)) && !owners[findOwner(path, owners)]?.includes(table),
  );
  const writeKeys = foreignTableWrites.map(({ path, table }) => `${path}: ${table}`);
  return [
    ...writeKeys
      .filter((key) => listedWrites[key] === undefined)
      .map((key) => `${key} is written outside its owner's folder and is not listed.`),
    ...Object.keys(listedWrites)
      .filter((key) => !writeKeys.includes(key))
      .map((key) => `${key} is listed, but the code has no such write.`),
  ];
}

/** Return the folder of the owner that contains a file. If several do, return the innermost. */
function findOwner(path: string, owners: TableOwners): string {
  const ownerFolders = Object.keys(owners).filter((folder) => path.startsWith(`${folder}/`));
  return ownerFolders.toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** Read the owners of all tables from the modules and from table-owners.ts. */
export function readOwners(): TableOwners {
  const modules = readdirSync(join(root, modulesFolder)).map((name) => {
    const path = `${modulesFolder}/${name}/module.ts`;
    return [
      `${modulesFolder}/${name}`,
      readDeclaredTables(path, readFileSync(join(root, path), "utf8")),
    ] as const;
  });
  return { ...tablesByFolder, ...Object.fromEntries(modules) };
}

/** Read the tables of the migrated schema. */
export function readSchemaTables(): string[] {
  const schema = readFileSync(join(root, "packages/database/schema.generated.sql"), "utf8");
  return [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = ""]) => name);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const owners = readOwners();
  const files = listProjectFiles().filter((path) => sqlFilePattern.test(path) && !isGenerated(path));
  const tableWrites = files.flatMap((path) => listWrites(path, readFileSync(join(root, path), "utf8")));
  const errors = [
    ...findOwnerErrors(owners, readSchemaTables()),
    ...findWriteErrors(tableWrites, owners, foreignWrites),
  ];
  for (const error of errors) console.log(error);
  if (errors.length > 0) process.exitCode = 1;
  else
    console.log(
      `${Object.values(owners).flat().length} tables have one owner each. ${Object.keys(foreignWrites).length} writes to another owner's table are listed.`,
    );
}
