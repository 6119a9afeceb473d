import type { Queryable } from "@souk/database";
import { type ManyPart, manyParts, orderTables } from "./order-tables.ts";

/** How many new rows of which parts. */
export type IdCounts = Partial<Record<ManyPart, number>>;

/** Ids for new rows, in their order. */
export type NewIds = Record<ManyPart, number[]>;

const drawn = manyParts.map(
  (part, at) => `
      array(select nextval('${orderTables[part].table}_id_seq') from generate_series(1, $${at + 1}::integer)) as ${part}`,
);

const statement = { name: "order_ids", text: `select ${drawn.join(",")}` };

/** Draws ids for rows that are about to be written; those that are not used leave gaps. */
export async function nextIds(run: Queryable, counts: IdCounts): Promise<NewIds> {
  const { rows } = await run.query<NewIds>(
    statement,
    manyParts.map((part) => counts[part] ?? 0),
  );
  if (!rows[0]) throw new Error("No ids were drawn.");
  return rows[0];
}
