// npm run verify -- statements: finds SQL statements on stores' tables that `store_id` does not limit to one store. Each must be
// listed in all-store-statements.ts. The check reads the string literals of the code.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { platformTables } from "@souk/database";
import { allStoreStatements } from "./all-store-statements.ts";
import { isGenerated, listProjectFiles } from "./project-files.ts";
import { root } from "./root.ts";
import { listLiteralTexts } from "./sql-texts.ts";

const sqlFilePattern =
  /^packages\/(database|delivery|platform)\/(?!.*(\.test\.ts$|\/testing\/|^migrations)).*\.ts$/;

/** A statement that is not limited to one store. Its location is the file and the constant or function that contains it. */
export interface UnlimitedStatement {
  location: string;
  table: string;
}

/** Find the statements in a file's SQL that use a store's table and are not limited to one store. */
export function findUnlimitedStatements(
  path: string,
  text: string,
  storeTables: ReadonlySet<string>,
): UnlimitedStatement[] {
  return listLiteralTexts(path, text).flatMap(({ text: sql, declaration }) => {
    const table = listTableNames(sql).find((name) => storeTables.has(name));
    return table === undefined || isLimitedToStore(sql)
      ? []
      : [{ location: `${path}#${declaration}`, table }];
  });
}

function listTableNames(sql: string): string[] {
  return [...sql.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)\b/g)].map(
    ([, name = ""]) => name,
  );
}

// A whole statement must compare `store_id` with a value. In part of a statement, it is enough that `store_id` occurs.
const wholeStatementPattern = /^\s*(?:--.*\n\s*)*(?:with|select|insert|update|delete|merge)\b/;
const storeValuePattern =
  /\bstore_id\s*=\s*(?:any\s*\(\s*)?(?:\$|\()|\bstore_id\s*\)?\s*in\s*\(|\bstores?\w*\.id\s*=\s*\$/;
const storeColumnPattern = /\bstore_id\b/;
const insertPattern =
  /\binsert into \w+(?: as \w+)?\s*\(\s*store_id\b[\s\S]*?(?:\bvalues\s*\(\s*|\bselect\s+)\$\d/;

function isLimitedToStore(sql: string): boolean {
  return (
    storeValuePattern.test(sql) ||
    insertPattern.test(sql) ||
    (!wholeStatementPattern.test(sql) && storeColumnPattern.test(sql))
  );
}

/** Return an error for each statement that is not listed, and for each listed statement that does not exist. */
export function findStatementErrors(
  statements: readonly UnlimitedStatement[],
  listedStatements: Readonly<Record<string, string>>,
): string[] {
  const locations = new Set(statements.map(({ location }) => location));
  return [
    ...statements
      .filter(({ location }) => listedStatements[location] === undefined)
      .map(
        ({ location, table }) =>
          `${location}: a statement on ${table} is not limited to one store and is not listed.`,
      ),
    ...Object.keys(listedStatements)
      .filter((location) => !locations.has(location))
      .map((location) => `${location} is listed, but it has no such statement.`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const schema = readFileSync(join(root, "packages/database/schema.generated.sql"), "utf8");
  const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = ""]) => name);
  const storeTables = new Set(tables.filter((name) => platformTables[name] === undefined));
  const files = listProjectFiles().filter((path) => sqlFilePattern.test(path) && !isGenerated(path));
  const statements = files.flatMap((path) =>
    findUnlimitedStatements(path, readFileSync(join(root, path), "utf8"), storeTables),
  );
  const errors = findStatementErrors(statements, allStoreStatements);
  for (const error of errors) console.log(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`${statements.length} statements are not limited to one store, and each is listed.`);
}
