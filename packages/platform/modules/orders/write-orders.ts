import type { Order } from "./order-rows.ts";
import { columnsOf, manyParts, type OrderPart, orderTables } from "./order-tables.ts";

type Row = { id: number };

function rowsOf(order: Order | null, part: OrderPart): readonly Row[] {
  if (order === null) return [];
  return part === "order" ? [order.order] : order[part];
}

/** The rows of an order that a change adds or changes; rows are never taken away. */
export function changedRows(before: Order | null, after: Order): Partial<Record<OrderPart, readonly Row[]>> {
  const parts: OrderPart[] = ["order", ...manyParts];
  const changed = parts.flatMap((part) => {
    const known = new Map(rowsOf(before, part).map((row) => [row.id, JSON.stringify(row)]));
    const rows = rowsOf(after, part).filter((row) => known.get(row.id) !== JSON.stringify(row));
    return rows.length === 0 ? [] : [[part, rows] as const];
  });
  return Object.fromEntries(changed);
}

/** Rows as the JSON of one parameter, by their part. */
export function rowsText(orderId: number, changed: Partial<Record<OrderPart, readonly Row[]>>): string {
  const withOrder = Object.entries(changed).map(([part, rows]) => [
    part,
    part === "order" ? rows : rows.map((row) => ({ order_id: orderId, ...row })),
  ]);
  return JSON.stringify(Object.fromEntries(withOrder));
}

/**
 * Table expressions that write rows of orders.
 * @param parts those that have rows
 * @param sql the placeholder of the rows' JSON, and the condition under which they are written; whether none is there yet, which
 *   spares each row the question and what is written to ask it
 */
export function writingOf(
  parts: readonly OrderPart[],
  { rows, when, isNew }: { rows: string; when: string; isNew: boolean },
): string {
  const written = parts.map((part) => {
    const { table } = orderTables[part];
    const columns = columnsOf(part);
    const own = part === "order" ? [] : ["order_id"];
    const set = columns.filter((name) => name !== "id" && name !== "created_at");
    const known = `
    on conflict (store_id, id) do update set ${set.map((name) => `${name} = excluded.${name}`).join(", ")}`;
    return `
  written_${part} as (
    insert into ${table} (store_id, ${[...own, ...columns].join(", ")})
    select $1, ${[...own, ...columns].map((name) => `r.${name}`).join(", ")}
    from jsonb_populate_recordset(null::${table}, ${rows}::jsonb -> '${part}') r where ${when} order by r.id${isNew ? "" : known})`;
  });
  return written.join(",");
}
