import type { Queryable } from "../database.ts";
import { type Catalog, type Column, type Relation, readCatalog } from "./read-catalog.ts";

/**
 * Return a database's schema as text, without data and time partitions. The same schema gives the same text on every
 * machine, so that a check can compare the texts.
 */
export async function dumpSchema(database: Queryable): Promise<string> {
  return formatSchema(await readCatalog(database));
}

/** Format a catalog as the text of a schema. */
export function formatSchema(catalog: Catalog): string {
  const sections = [
    "-- Generated from the migrations by `npm run generate`; not to be edited.",
    ...catalog.extensions.map((name) => `create extension ${name};`),
    ...catalog.enums.map(
      ({ name, labels }) => `create type ${name} as enum (${labels.map(quote).join(", ")});`,
    ),
    ...catalog.sequences.map((name) => `create sequence ${name};`),
    ...catalog.functions.map((definition) => `${definition.trim()};`),
    ...catalog.relations.map(formatRelation),
  ];
  return `${sections.join("\n\n")}\n`;
}

function formatRelation(relation: Relation): string {
  const body =
    relation.definition === null
      ? formatTable(relation)
      : `create ${relation.kind} ${relation.name} as\n${relation.definition.trim()}`;
  return [
    body,
    ...relation.indexes.map((text) => `${text};`),
    ...relation.triggers.map((text) => `${text};`),
  ].join("\n");
}

function formatTable(relation: Relation): string {
  const lines = [
    ...relation.columns.map(formatColumn),
    ...relation.constraints.map(({ name, definition }) => `constraint ${name} ${definition}`),
  ];
  const partitionClause = relation.partition_key ? ` partition by ${relation.partition_key}` : "";
  const optionsClause = relation.options ? ` with (${relation.options.join(", ")})` : "";
  return `create table ${relation.name} (\n${lines.map((line) => `  ${line}`).join(",\n")}\n)${partitionClause}${optionsClause};`;
}

function formatColumn(column: Column): string {
  const words = [column.name, column.type];
  if (column.collation) words.push(`collate "${column.collation}"`);
  if (column.storage) words.push(`storage ${column.storage}`);
  if (column.not_null) words.push("not null");
  if (column.identity)
    words.push(`generated ${column.identity === "a" ? "always" : "by default"} as identity`);
  if (column.generated) {
    words.push(
      `generated always as (${column.default_expression})${column.generated === "s" ? " stored" : ""}`,
    );
  } else if (column.default_expression !== null) words.push(`default ${column.default_expression}`);
  return words.join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
