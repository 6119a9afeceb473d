import type { Order } from "./order-rows.ts";
import { childTableNames, listColumns, type OrderTableName, orderTables } from "./order-tables.ts";

type Row = { id: number };

function listRows(order: Order | null, name: OrderTableName): readonly Row[] {
  if (order === null) return [];
  return name === "order" ? [order.order] : order[name];
}

/** List the rows of an order that a change adds or changes, by table. Rows are never deleted. */
export function listChangedRows(
  before: Order | null,
  after: Order,
): Partial<Record<OrderTableName, readonly Row[]>> {
  const names: OrderTableName[] = ["order", ...childTableNames];
  const changedRows = names.flatMap((name) => {
    const textsBefore = new Map(listRows(before, name).map((row) => [row.id, JSON.stringify(row)]));
    const rows = listRows(after, name).filter((row) => textsBefore.get(row.id) !== JSON.stringify(row));
    return rows.length === 0 ? [] : [[name, rows] as const];
  });
  return Object.fromEntries(changedRows);
}

/** Format rows, grouped by table, as the JSON text of one SQL parameter. */
export function formatRows(
  orderId: number,
  changedRows: Partial<Record<OrderTableName, readonly Row[]>>,
): string {
  const rowsWithOrderId = Object.entries(changedRows).map(([name, rows]) => [
    name,
    name === "order" ? rows : rows.map((row) => ({ order_id: orderId, ...row })),
  ]);
  return JSON.stringify(Object.fromEntries(rowsWithOrderId));
}

/**
 * Build the SQL table expressions that write rows of orders.
 * @param tables the tables that have rows to write
 * @param sql the SQL parameter with the rows as JSON, the condition under which the rows are written, and whether all
 *   rows are new, so that the inserts need no conflict clause
 */
export function buildWriteSql(
  tables: readonly OrderTableName[],
  { rows, condition, isNew }: { rows: string; condition: string; isNew: boolean },
): string {
  const inserts = tables.map((name) => {
    const { table } = orderTables[name];
    const columns = listColumns(name);
    const orderIdColumn = name === "order" ? [] : ["order_id"];
    const updatedColumns = columns.filter((column) => column !== "id" && column !== "created_at");
    const onConflict = `
    on conflict (store_id, id) do update set ${updatedColumns.map((column) => `${column} = excluded.${column}`).join(", ")}`;
    return `
  written_${name} as (
    insert into ${table} (store_id, ${[...orderIdColumn, ...columns].join(", ")})
    select $1, ${[...orderIdColumn, ...columns].map((column) => `r.${column}`).join(", ")}
    from jsonb_populate_recordset(null::${table}, ${rows}::jsonb -> '${name}') r where ${condition} order by r.id${isNew ? "" : onConflict})`;
  });
  return inserts.join(",");
}
