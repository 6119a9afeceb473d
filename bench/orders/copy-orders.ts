import type { Database } from "@souk/database";

/** The maximum number of copies of a row that one statement inserts. */
const batchSize = 25_000;
const maxStatementMs = 600_000;
/** The number of model orders, which have the lowest ids and are copied in turn. */
const modelCount = 2;

// `stride` is the number of rows that the model orders have in a table. `ids` maps each id column to the table whose ids the column
// contains. An id in the n-th copy is the id in the model order plus n strides of that table. In the SQL texts, `t` is a row
// of a model order, and `k` is the number of the copy.
const tables = {
  orders: { stride: modelCount, ids: { id: "orders" } },
  order_lines: { stride: 3 * modelCount, ids: { id: "order_lines", order_id: "orders" } },
  fulfillment_orders: { stride: modelCount, ids: { id: "fulfillment_orders", order_id: "orders" } },
  fulfillment_order_lines: {
    stride: 3 * modelCount,
    ids: {
      id: "fulfillment_order_lines",
      order_id: "orders",
      fulfillment_order_id: "fulfillment_orders",
      line_item_id: "order_lines",
    },
  },
  order_transactions: { stride: 1, ids: { id: "order_transactions", order_id: "orders" } },
  order_search: { stride: modelCount, ids: { order_id: "orders" } },
} as const satisfies Record<string, { stride: number; ids: Record<string, string> }>;

type Table = keyof typeof tables;

const timeColumns = ["processed_at", "created_at", "updated_at"] as const;
const shiftedTimesSql = timeColumns
  .map((name) => `'${name}', t.${name} + k * interval '1 second'`)
  .join(", ");
const orderNumberSql = "(select number from orders o where o.store_id = $1 and o.id = t.order_id)";

const changedColumnsSql: Partial<Record<Table, string>> = {
  orders: `'number', t.number + ${modelCount} * k, 'token', md5(k || t.token), ${shiftedTimesSql}`,
  order_search: `'search_text', replace(t.search_text, ${orderNumberSql}::text, (${orderNumberSql} + ${modelCount} * k)::text)`,
};

function buildCopySql(table: Table): string {
  const key = table === "order_search" ? "order_id" : "id";
  const ids = Object.entries(tables[table].ids).map(
    ([column, idTable]) => `'${column}', t.${column} + ${tables[idTable].stride}::bigint * k`,
  );
  const changedColumns = [...ids, ...(changedColumnsSql[table] ? [changedColumnsSql[table]] : [])].join(", ");
  return `
    insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${changedColumns}))).*
    from generate_series($2::bigint, $3::bigint) k cross join ${table} t
    where t.store_id = $1 and t.${key} <= ${tables[table].stride} order by k, t.${key}`;
}

async function advanceSequences(database: Database, storeId: number): Promise<void> {
  const tablesWithSequence = Object.keys(tables).filter((table) => table !== "order_search");
  for (const table of tablesWithSequence)
    await database.query(`select setval('${table}_id_seq', (select max(id) from ${table}))`);
  const text = `update document_numbers set last_number = (select max(number) from orders where store_id = $1)
    where store_id = $1 and resource = 'orders'`;
  await database.query(text, [storeId]);
}

async function runLongStatement(
  database: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await database.transaction((tx) => tx.query(text, [...values]), {
    statementTimeoutMs: maxStatementMs,
  });
}

async function copyTable(
  database: Database,
  table: Table,
  { storeId, copyCount }: { storeId: number; copyCount: number },
): Promise<void> {
  for (let firstCopy = 1; firstCopy <= copyCount; firstCopy += batchSize)
    await runLongStatement(database, buildCopySql(table), [
      storeId,
      firstCopy,
      Math.min(copyCount, firstCopy + batchSize - 1),
    ]);
}

// The triggers of orders stay enabled, because they count the orders.
const childTables = (Object.keys(tables) as Table[]).filter((table) => table !== "orders");

/** Disable foreign keys and the audit log. @returns a function that restores them and checks all rows */
async function disableChecks(database: Database): Promise<() => Promise<void>> {
  const foreignKeys = await database.many<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])`,
    [Object.keys(tables)],
  );
  for (const { table, name } of foreignKeys)
    await database.query(`alter table ${table} drop constraint ${name}`);
  for (const table of childTables) await database.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const table of childTables) await database.query(`alter table ${table} enable trigger user`);
    for (const { table, name, definition } of foreignKeys)
      await runLongStatement(database, `alter table ${table} add constraint ${name} ${definition}`);
  };
}

// The tables that each of two connections copies, with about the same amount of work.
const parallelTables: readonly (readonly Table[])[] = [
  ["orders", "order_search", "order_transactions", "fulfillment_orders"],
  ["order_lines", "fulfillment_order_lines"],
];

/**
 * Copy a store's two model orders with all their rows, except the snapshots, until the store has `count` orders. The audit
 * log does not record the copies. @param database must allow two connections
 */
export async function copyOrders(database: Database, storeId: number, count: number): Promise<void> {
  const copyCount = Math.ceil(count / modelCount) - 1;
  // Consecutive pairs of orders are one second apart, and the newest pair has the current time.
  const shiftTimesSql = timeColumns
    .map((name) => `${name} = ${name} - $2::bigint * interval '1 second'`)
    .join(", ");
  await database.query(`update orders set ${shiftTimesSql} where store_id = $1`, [storeId, copyCount]);
  const restoreChecks = await disableChecks(database);
  await Promise.all(
    parallelTables.map(async (tablesOfConnection) => {
      for (const table of tablesOfConnection) await copyTable(database, table, { storeId, copyCount });
    }),
  );
  await restoreChecks();
  await advanceSequences(database, storeId);
}

/**
 * Copy the snapshots of the two model orders to all other orders. Only the order's id and number are changed. Other ids in
 * the snapshots stay, because no measurement reads them.
 */
export async function copySnapshots(database: Database, storeId: number): Promise<void> {
  const text = `
    insert into order_documents (store_id, order_id, stamp, body)
    select $1, o.id, d.stamp, replace(replace(d.body, '#' || m.number || '"', '#' || o.number || '"'),
      '{"id":' || m.id || ',"number":' || m.number || ',', '{"id":' || o.id || ',"number":' || o.number || ',')
    from orders o join orders m on m.store_id = $1 and m.id = 1 + (o.id - 1) % ${modelCount}
    join order_documents d on d.store_id = $1 and d.order_id = m.id
    where o.store_id = $1 and o.id > $2 and o.id <= $2 + ${batchSize} order by o.id
    on conflict (store_id, order_id) do update set stamp = excluded.stamp, body = excluded.body`;
  const row = await database.one<{ last: number }>("select max(id) as last from orders");
  for (let from: number = modelCount; from < (row.last ?? 0); from += batchSize)
    await runLongStatement(database, text, [storeId, from]);
}
