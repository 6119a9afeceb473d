// npm run verify -- keys: checks that every store's table could be distributed by store_id. It reads schema.generated.sql; the
// check of generated files makes sure that this file matches the migrations.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { platformTables, platformTriggers } from "@souk/database";
import { root } from "./root.ts";

interface Table {
  name: string;
  columns: string[];
  /** The lines `constraint name DEFINITION` and `CREATE UNIQUE INDEX …` of the table. */
  definitions: string[];
  /** The names of the functions that the table's triggers call. */
  triggerFunctions: string[];
}

type PlatformTables = typeof platformTables;

/** The platform's tables, and the trigger functions on them that may write stores' tables, with the reason for each. */
export interface KeyRules {
  platform: PlatformTables;
  triggers: Readonly<Record<string, string>>;
}

/** Find the reasons why the tables of a schema cannot be distributed by `store_id`. `schema` is the output of `formatSchema`. */
export function findSchemaKeyErrors(schema: string, { platform, triggers }: KeyRules): string[] {
  const tables = readTables(schema);
  const names = new Set(tables.map(({ name }) => name));
  const storeTables = new Set(tables.map(({ name }) => name).filter((name) => platform[name] === undefined));
  const functions = readFunctions(schema);
  const neededTriggers = new Set<string>();
  const errors = tables.flatMap((table) => {
    const { name } = table;
    if (storeTables.has(name) && !table.columns.includes("store_id"))
      return [`${name} has no store_id and is not listed among the platform's tables.`];
    const keyErrors = storeTables.has(name) ? findKeyErrors(table, platform, storeTables) : [];
    return [...keyErrors, ...findReferenceErrors(table, platform, storeTables), ...findTriggerErrors(table)];
  });

  function findTriggerErrors(table: Table): string[] {
    return table.triggerFunctions.flatMap((trigger) => {
      const writtenTables = findWrittenTables(functions, trigger);
      if (!storeTables.has(table.name)) {
        if (![...writtenTables.keys()].some((name) => storeTables.has(name))) return [];
        neededTriggers.add(trigger);
        return triggers[trigger] === undefined
          ? [`${table.name}: its trigger function ${trigger} writes a store's table and is not listed.`]
          : [];
      }
      return [...writtenTables].flatMap(([name, statements]) => {
        if (!storeTables.has(name))
          return [`${table.name}: its trigger function ${trigger} writes ${name}, which is not the store's.`];
        return statements.some((text) => !/\bstore_id\b/.test(text))
          ? [`${table.name}: its trigger function ${trigger} writes ${name} without store_id.`]
          : [];
      });
    });
  }

  const unknownTables = Object.keys(platform).filter((name) => !names.has(name));
  const unusedTriggers = Object.keys(triggers).filter((name) => !neededTriggers.has(name));
  return [
    ...errors,
    ...unknownTables.map(
      (name) => `${name} is listed among the platform's tables, but there is no such table.`,
    ),
    ...unusedTriggers.map(
      (name) => `${name} is listed among the platform's triggers, but no platform table needs it.`,
    ),
  ];
}

function findKeyErrors(
  { name, definitions }: Table,
  platform: PlatformTables,
  storeTables: ReadonlySet<string>,
): string[] {
  return definitions.flatMap((definition) => {
    const uniqueKey =
      /(?:PRIMARY KEY|UNIQUE(?: NULLS NOT DISTINCT)?|^CREATE UNIQUE INDEX .* USING \w+) \((.*)/.exec(
        definition,
      );
    if (uniqueKey)
      return /^store_id[,)]/.test(uniqueKey[1] ?? "")
        ? []
        : [`${name}: a unique key does not begin with store_id: ${definition}`];
    const foreignKey = /FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)\(([^)]*)\)(.*)/.exec(definition);
    if (!foreignKey) return [];
    const [, columns = "", target = "", targetColumns = "", actions = ""] = foreignKey;
    if (platform[target]?.kind === "reference") return [];
    if (!storeTables.has(target))
      return [`${name}: refers to ${target}, which is on one node only: ${definition}`];
    if (!/^store_id\b/.test(columns) || !/^store_id\b/.test(targetColumns))
      return [`${name}: a foreign key does not begin with store_id: ${definition}`];
    return /ON (DELETE|UPDATE) SET (NULL|DEFAULT)/.test(actions)
      ? [`${name}: set null on a key with store_id cannot be distributed: ${definition}`]
      : [];
  });
}

function findReferenceErrors(
  { name, definitions }: Table,
  platform: PlatformTables,
  storeTables: ReadonlySet<string>,
): string[] {
  if (storeTables.has(name)) return [];
  return definitions.flatMap((definition) => {
    const target = /REFERENCES (\w+)\(/.exec(definition)?.[1];
    if (target === undefined) return [];
    if (storeTables.has(target))
      return [`${name}: a platform table refers to a store's table: ${definition}`];
    return platform[name]?.kind === "reference" && platform[target]?.kind !== "reference"
      ? [`${name}: a reference table refers to ${target}, which is not a reference table: ${definition}`]
      : [];
  });
}

function readTables(schema: string): Table[] {
  const tables = new Map<string, Table>();
  const tablePattern = /^create table (\w+) \(\n([\s\S]*?)\n\)/gm;
  for (const [, name = "", body = ""] of schema.matchAll(tablePattern)) {
    const lines = body.split("\n").map((line) => line.trim());
    const isConstraint = (line: string) => line.startsWith("constraint ");
    const columns = lines.filter((line) => !isConstraint(line)).map((line) => line.split(" ")[0] ?? "");
    tables.set(name, { name, columns, definitions: lines.filter(isConstraint), triggerFunctions: [] });
  }
  for (const [line, table = ""] of schema.matchAll(
    /^CREATE UNIQUE INDEX .* ON (?:ONLY )?public\.(\w+) .*$/gm,
  ))
    tables.get(table)?.definitions.push(line);
  const triggerPattern = /^CREATE (?:CONSTRAINT )?TRIGGER .* ON public\.(\w+) .*EXECUTE FUNCTION (\w+)\(/gm;
  for (const [, table = "", functionName = ""] of schema.matchAll(triggerPattern)) {
    const triggerFunctions = tables.get(table)?.triggerFunctions;
    if (triggerFunctions && !triggerFunctions.includes(functionName)) triggerFunctions.push(functionName);
  }
  return [...tables.values()];
}

function readFunctions(schema: string): Map<string, string> {
  const pattern =
    /^CREATE OR REPLACE FUNCTION public\.(\w+)\([\s\S]*?\nAS \$function\$([\s\S]*?)\$function\$/gm;
  return new Map([...schema.matchAll(pattern)].map(([, name = "", body = ""]) => [name, body]));
}

/** Find the tables that a database function writes to, directly or through other functions, with the statements that write. */
function findWrittenTables(functions: ReadonlyMap<string, string>, name: string): Map<string, string[]> {
  const writtenTables = new Map<string, string[]>();
  const body = functions.get(name) ?? "";
  for (const statement of body.split(";")) {
    for (const [, table = ""] of statement.matchAll(/\b(?:insert into|update|delete from) (\w+)/g)) {
      // In `on conflict … do update set`, no table follows `update`.
      if (table === "set") continue;
      writtenTables.set(table, [...(writtenTables.get(table) ?? []), statement]);
    }
    const calledFunction = /\bperform (\w+)\(/.exec(statement)?.[1];
    if (calledFunction === undefined) continue;
    for (const [table, statements] of findWrittenTables(functions, calledFunction))
      writtenTables.set(table, [...(writtenTables.get(table) ?? []), ...statements]);
  }
  return writtenTables;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const schema = readFileSync(join(root, "packages/database/schema.generated.sql"), "utf8");
  const errors = findSchemaKeyErrors(schema, { platform: platformTables, triggers: platformTriggers });
  for (const error of errors) console.log(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log("Every store's table has keys that begin with store_id.");
}
