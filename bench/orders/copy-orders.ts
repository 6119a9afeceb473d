import type { Database } from "@souk/database";

const portion = 25_000;
const longestStatementMs = 600_000;
/** The number of orders that are copied, in turn; they have the first ids. */
const models = 2;

// Of each table: how many rows the models have, and which columns name rows of which table. A copy's ids are the model's, so
// many strides further.
const tables = {
  orders: { stride: models, ids: { id: "orders" } },
  order_lines: { stride: 3 * models, ids: { id: "order_lines", order_id: "orders" } },
  fulfillment_orders: { stride: models, ids: { id: "fulfillment_orders", order_id: "orders" } },
  fulfillment_order_lines: {
    stride: 3 * models,
    ids: {
      id: "fulfillment_order_lines",
      order_id: "orders",
      fulfillment_order_id: "fulfillment_orders",
      line_item_id: "order_lines",
    },
  },
  order_transactions: { stride: 1, ids: { id: "order_transactions", order_id: "orders" } },
  order_search: { stride: models, ids: { order_id: "orders" } },
} as const satisfies Record<string, { stride: number; ids: Record<string, string> }>;

type Table = keyof typeof tables;

const times = ["processed_at", "created_at", "updated_at"] as const;
const moved = times.map((name) => `'${name}', t.${name} + k * interval '1 second'`).join(", ");
const orderNumberSql = "(select number from orders o where o.store_id = $1 and o.id = t.order_id)";

const own: Partial<Record<Table, string>> = {
  orders: `'number', t.number + ${models} * k, 'token', md5(k || t.token), ${moved}`,
  order_search: `'search_text', replace(t.search_text, ${orderNumberSql}::text, (${orderNumberSql} + ${models} * k)::text)`,
};

function copying(table: Table): string {
  const key = table === "order_search" ? "order_id" : "id";
  const ids = Object.entries(tables[table].ids).map(
    ([column, of]) => `'${column}', t.${column} + ${tables[of].stride}::bigint * k`,
  );
  const changed = [...ids, ...(own[table] ? [own[table]] : [])].join(", ");
  return `
    insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${changed}))).*
    from generate_series($2::bigint, $3::bigint) k cross join ${table} t
    where t.store_id = $1 and t.${key} <= ${tables[table].stride} order by k, t.${key}`;
}

async function moveSequences(database: Database, storeId: number): Promise<void> {
  const sequences = Object.keys(tables).filter((table) => table !== "order_search");
  for (const table of sequences)
    await database.query(`select setval('${table}_id_seq', (select max(id) from ${table}))`);
  const text = `update document_numbers set last_number = (select max(number) from orders where store_id = $1)
    where store_id = $1 and resource = 'orders'`;
  await database.query(text, [storeId]);
}

async function run(database: Database, text: string, values: readonly unknown[] = []): Promise<void> {
  await database.transaction((tx) => tx.query(text, [...values]), {
    statementTimeoutMs: longestStatementMs,
  });
}

async function copyTable(
  database: Database,
  table: Table,
  { storeId, copies }: { storeId: number; copies: number },
): Promise<void> {
  for (let from = 1; from <= copies; from += portion)
    await run(database, copying(table), [storeId, from, Math.min(copies, from + portion - 1)]);
}

// The orders themselves are counted by triggers.
const children = (Object.keys(tables) as Table[]).filter((table) => table !== "orders");

/**
 * Disable foreign key checks and the audit log. @returns a function that restores them and checks all rows at once
 */
async function unwatch(database: Database): Promise<() => Promise<void>> {
  const keys = await database.many<{ of: string; name: string; definition: string }>(
    `select conrelid::regclass::text as of, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::regclass[])`,
    [Object.keys(tables)],
  );
  for (const { of, name } of keys) await database.query(`alter table ${of} drop constraint ${name}`);
  for (const table of children) await database.query(`alter table ${table} disable trigger user`);
  return async () => {
    for (const table of children) await database.query(`alter table ${table} enable trigger user`);
    for (const { of, name, definition } of keys)
      await run(database, `alter table ${of} add constraint ${name} ${definition}`);
  };
}

// Two connections, about as much to do for each.
const lanes: readonly (readonly Table[])[] = [
  ["orders", "order_search", "order_transactions", "fulfillment_orders"],
  ["order_lines", "fulfillment_order_lines"],
];

/**
 * Copy the two orders that a store has, with all their rows but their documents, until there are so many. The audit log
 * does not record it. @param database two connections of it are used
 */
export async function copyOrders(database: Database, storeId: number, count: number): Promise<void> {
  const copies = Math.ceil(count / models) - 1;
  // A second lies between each pair and the next, and the youngest are of now.
  const earlier = times.map((name) => `${name} = ${name} - $2::bigint * interval '1 second'`).join(", ");
  await database.query(`update orders set ${earlier} where store_id = $1`, [storeId, copies]);
  const watch = await unwatch(database);
  await Promise.all(
    lanes.map(async (own) => {
      for (const table of own) await copyTable(database, table, { storeId, copies });
    }),
  );
  await watch();
  await moveSequences(database, storeId);
}

/**
 * Copy the documents of the first two orders, which a platform wrote, to all other orders. Lines in them keep the ids
 * of the two: the length is the same, and no measurement reads them.
 */
export async function copyDocuments(database: Database, storeId: number): Promise<void> {
  const text = `
    insert into order_documents (store_id, order_id, stamp, body)
    select $1, o.id, d.stamp, replace(replace(d.body, '#' || m.number || '"', '#' || o.number || '"'),
      '{"id":' || m.id || ',"number":' || m.number || ',', '{"id":' || o.id || ',"number":' || o.number || ',')
    from orders o join orders m on m.store_id = $1 and m.id = 1 + (o.id - 1) % ${models}
    join order_documents d on d.store_id = $1 and d.order_id = m.id
    where o.store_id = $1 and o.id > $2 and o.id <= $2 + ${portion} order by o.id
    on conflict (store_id, order_id) do update set stamp = excluded.stamp, body = excluded.body`;
  const row = await database.one<{ last: number }>("select max(id) as last from orders");
  for (let from: number = models; from < (row.last ?? 0); from += portion)
    await run(database, text, [storeId, from]);
}
