import { defineStatement, type Queryable } from "@souk/database";
import { type ManyPart, manyParts, orderTables } from "./order-tables.ts";

/** How many new rows of each part need ids. */
export type IdCounts = Partial<Record<ManyPart, number>>;

/** Ids for the new rows of each part, ascending. */
export type NewIds = Record<ManyPart, number[]>;

const idColumns = manyParts.map(
  (part, index) => `
      array(select nextval('${orderTables[part].table}_id_seq') from generate_series(1, $${index + 1}::integer)) as ${part}`,
);

const statement = defineStatement("order_ids", `select ${idColumns.join(",")}`);

/** Draw ids for rows that will be written; unused ids leave gaps. */
export async function drawIds(db: Queryable, counts: IdCounts): Promise<NewIds> {
  const row = await db.maybeOne<NewIds>(
    statement,
    manyParts.map((part) => counts[part] ?? 0),
  );
  if (!row) throw new Error("No ids were drawn.");
  return row;
}
