import type { Transaction } from "@souk/database";

/** The ids of records that are deleted together with everything that belongs to them. */
export interface OwnerIds {
  stores: readonly number[];
  installations: readonly number[];
  apps: readonly number[];
  partners: readonly number[];
  accounts: readonly number[];
}

type OwnerTable = keyof OwnerIds;

interface Reference {
  child: string;
  parent: string;
  /** The column that refers to the parent's id; null if the foreign key has several columns. */
  id_column: string | null;
  /** Whether PostgreSQL itself sets the column to null when the parent is deleted. */
  sets_null: boolean;
}

interface Deletion {
  text: string;
  values: (readonly number[])[];
}

const selectReferencesSql = `
  select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent, c.confdeltype = 'n' as sets_null,
    case when cardinality(c.conkey) = 1 then (
      select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) end as id_column
  from pg_constraint c
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 and c.conrelid <> c.confrelid`;

const selectTablesSql = `
  select c.relname as name, exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped) as has_store
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;

// PostgreSQL rejects the deletion of rows of these tables. The rows are dropped with their partitions.
const appendOnlyTables: ReadonlySet<string> = new Set(["security_events"]);

// Deleting rows can add rows about them, such as audit entries and counts. The next pass deletes the added rows.
const maxPasses = 5;

/**
 * Delete records and all rows that belong to them, in any table: the rows of a deleted store, and those that refer to a
 * deleted installation, app, partner or account. Security events are kept. The tables and their references are read from the schema.
 */
export async function deleteOwnedRows(tx: Transaction, owners: OwnerIds): Promise<void> {
  const references = await tx.many<Reference>(selectReferencesSql, []);
  const tables = await tx.many<{ name: string; has_store: boolean }>(selectTablesSql, []);
  const sortedTables = sortChildrenFirst(
    tables.map(({ name }) => name).filter((name) => !appendOnlyTables.has(name)),
    references,
  );
  const storeTables = new Set(tables.filter(({ has_store }) => has_store).map(({ name }) => name));
  const deletions = sortedTables.flatMap(
    (table) => buildDeletion(table, { owners, references, hasStore: storeTables.has(table) }) ?? [],
  );
  for (let pass = 0; pass < maxPasses; pass++) {
    let deletedCount = 0;
    for (const { text, values } of deletions) deletedCount += (await tx.query(text, values)).rowCount;
    if (deletedCount === 0) return;
  }
  throw new Error("Deleting the rows adds new rows in each pass.");
}

function isOwnerTable(table: string, owners: OwnerIds): table is OwnerTable {
  return table in owners;
}

/** Build the statement that deletes the rows of a table that belong to the owners; null if none of its columns refers to an owner. */
function buildDeletion(
  table: string,
  { owners, references, hasStore }: { owners: OwnerIds; references: readonly Reference[]; hasStore: boolean },
): Deletion | null {
  const idsByColumn = [
    ...(isOwnerTable(table, owners) ? [["id", owners[table]] as const] : []),
    ...(hasStore ? [["store_id", owners.stores] as const] : []),
    ...references.flatMap(({ child, parent, id_column, sets_null }) =>
      child === table && id_column !== null && !sets_null && isOwnerTable(parent, owners)
        ? [[id_column, owners[parent]] as const]
        : [],
    ),
  ];
  if (idsByColumn.length === 0) return null;
  const conditions = idsByColumn.map(([column], index) => `${column} = any($${index + 1}::bigint[])`);
  return {
    text: `delete from ${table} where ${conditions.join(" or ")}`,
    values: idsByColumn.map(([, ids]) => ids),
  };
}

/** Sort tables so that each comes before the tables that it refers to. @throws Error if references form a cycle */
function sortChildrenFirst(tables: readonly string[], references: readonly Reference[]): string[] {
  const sortedTables: string[] = [];
  const remainingTables = new Set(tables);
  while (remainingTables.size > 0) {
    const tablesWithoutChildren = [...remainingTables].filter(
      (table) => !references.some(({ child, parent }) => parent === table && remainingTables.has(child)),
    );
    if (tablesWithoutChildren.length === 0)
      throw new Error(`The references of these tables form a cycle: ${[...remainingTables].join(", ")}.`);
    for (const table of tablesWithoutChildren) remainingTables.delete(table);
    sortedTables.push(...tablesWithoutChildren);
  }
  return sortedTables;
}
