import type { Order } from "./order-rows.ts";
import { listColumns, manyParts, type OrderPart, orderTables } from "./order-tables.ts";

type Row = { id: number };

function listRows(order: Order | null, part: OrderPart): readonly Row[] {
  if (order === null) return [];
  return part === "order" ? [order.order] : order[part];
}

/** List the rows of an order that a change adds or changes; rows are never deleted. */
export function listChangedRows(
  before: Order | null,
  after: Order,
): Partial<Record<OrderPart, readonly Row[]>> {
  const parts: OrderPart[] = ["order", ...manyParts];
  const changed = parts.flatMap((part) => {
    const known = new Map(listRows(before, part).map((row) => [row.id, JSON.stringify(row)]));
    const rows = listRows(after, part).filter((row) => known.get(row.id) !== JSON.stringify(row));
    return rows.length === 0 ? [] : [[part, rows] as const];
  });
  return Object.fromEntries(changed);
}

/** Format rows, grouped by part, as the JSON text of one parameter. */
export function formatRows(orderId: number, changed: Partial<Record<OrderPart, readonly Row[]>>): string {
  const withOrder = Object.entries(changed).map(([part, rows]) => [
    part,
    part === "order" ? rows : rows.map((row) => ({ order_id: orderId, ...row })),
  ]);
  return JSON.stringify(Object.fromEntries(withOrder));
}

/**
 * Build the table expressions that write rows of orders.
 * @param parts the parts that have rows
 * @param sql the placeholder of the rows' JSON, the condition under which the rows are written, and whether all
 *   rows are new, so that the inserts need no conflict clause
 */
export function buildWriteSql(
  parts: readonly OrderPart[],
  { rows, when, isNew }: { rows: string; when: string; isNew: boolean },
): string {
  const written = parts.map((part) => {
    const { table } = orderTables[part];
    const columns = listColumns(part);
    const orderIdColumn = part === "order" ? [] : ["order_id"];
    const set = columns.filter((name) => name !== "id" && name !== "created_at");
    const onConflict = `
    on conflict (store_id, id) do update set ${set.map((name) => `${name} = excluded.${name}`).join(", ")}`;
    return `
  written_${part} as (
    insert into ${table} (store_id, ${[...orderIdColumn, ...columns].join(", ")})
    select $1, ${[...orderIdColumn, ...columns].map((name) => `r.${name}`).join(", ")}
    from jsonb_populate_recordset(null::${table}, ${rows}::jsonb -> '${part}') r where ${when} order by r.id${isNew ? "" : onConflict})`;
  });
  return written.join(",");
}
