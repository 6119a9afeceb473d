// npm run verify -- statements: finds the SQL over stores' tables that no `store_id` bounds, and rejects statements not listed in
// all-store-statements.ts. It reads the text of the code's string literals, with the constants of the same file put in.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { platformTables } from "@souk/database";
import { allStoreStatements } from "./all-store-statements.ts";
import { isGenerated, projectFiles } from "./project-files.ts";
import { root } from "./root.ts";
import { listTexts } from "./sql-texts.ts";

const holdsSql =
  /^packages\/(database|delivery|platform)\/(?!.*(\.test\.ts$|\/testing\/|^migrations)).*\.ts$/;

/** Where an unbounded statement is: the file, and the constant or function that holds it. */
export interface UnboundedStatement {
  place: string;
  table: string;
}

/** Find the statements over stores' tables in a file that no store bounds. */
export function unboundedStatements(
  path: string,
  text: string,
  storeTables: ReadonlySet<string>,
): UnboundedStatement[] {
  return listTexts(path, text).flatMap(({ text: sql, holder }) => {
    const table = namedTables(sql).find((name) => storeTables.has(name));
    return table === undefined || isBounded(sql) ? [] : [{ place: `${path}#${holder}`, table }];
  });
}

function namedTables(sql: string): string[] {
  return [...sql.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?([a-z_]+)\b/g)].map(
    ([, name = ""]) => name,
  );
}

// A whole statement is bounded by a value; a part of one by the row that it belongs to.
const isWhole = /^\s*(?:--.*\n\s*)*(?:with|select|insert|update|delete|merge)\b/;
const byValue =
  /\bstore_id\s*=\s*(?:any\s*\(\s*)?(?:\$|\()|\bstore_id\s*\)?\s*in\s*\(|\bstores?\w*\.id\s*=\s*\$/;
const byRow = /\bstore_id\b/;
const insertPattern =
  /\binsert into \w+(?: as \w+)?\s*\(\s*store_id\b[\s\S]*?(?:\bvalues\s*\(\s*|\bselect\s+)\$\d/;

function isBounded(sql: string): boolean {
  return byValue.test(sql) || insertPattern.test(sql) || (!isWhole.test(sql) && byRow.test(sql));
}

/** List every unbounded statement that is not listed, and every listed one that does not exist. */
export function findStatementErrors(
  found: readonly UnboundedStatement[],
  listed: Readonly<Record<string, string>>,
): string[] {
  const places = new Set(found.map(({ place }) => place));
  return [
    ...found
      .filter(({ place }) => listed[place] === undefined)
      .map(
        ({ place, table }) => `${place}: a statement over ${table} is bounded by no store and is not listed.`,
      ),
    ...Object.keys(listed)
      .filter((place) => !places.has(place))
      .map((place) => `${place} is listed, but no such statement looks over all stores.`),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const schema = readFileSync(join(root, "packages/database/schema.generated.sql"), "utf8");
  const tables = [...schema.matchAll(/^create table (\w+) \(/gm)].map(([, name = ""]) => name);
  const storeTables = new Set(tables.filter((name) => platformTables[name] === undefined));
  const files = projectFiles().filter((path) => holdsSql.test(path) && !isGenerated(path));
  const found = files.flatMap((path) =>
    unboundedStatements(path, readFileSync(join(root, path), "utf8"), storeTables),
  );
  const errors = findStatementErrors(found, allStoreStatements);
  for (const error of errors) console.log(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`${found.length} statements look over all stores; each is listed.`);
}
