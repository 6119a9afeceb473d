import { defineStatement, type Queryable } from "@souk/database";
import { type ChildTableName, childTableNames, orderTables } from "./order-tables.ts";

/** The number of ids to reserve in each table. */
export type IdCounts = Partial<Record<ChildTableName, number>>;

/** The reserved ids of each table, ascending. */
export type NewIds = Record<ChildTableName, number[]>;

const idColumns = childTableNames.map(
  (name, index) => `
      array(select nextval('${orderTables[name].table}_id_seq') from generate_series(1, $${index + 1}::integer)) as ${name}`,
);

const statement = defineStatement("order_ids", `select ${idColumns.join(",")}`);

/** Reserve ids for new rows from the tables' sequences. Ids that are not used leave gaps. */
export async function reserveIds(db: Queryable, counts: IdCounts): Promise<NewIds> {
  const row = await db.maybeOne<NewIds>(
    statement,
    childTableNames.map((name) => counts[name] ?? 0),
  );
  if (!row) throw new Error("No ids were returned.");
  return row;
}
