import type { Statement, Transaction } from "@souk/database";
import { getNamedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { OrderSnapshots } from "./order-documents.ts";
import type { Order } from "./order-rows.ts";
import { buildSearchText } from "./order-search.ts";
import type { OrderTableName } from "./order-tables.ts";
import { buildWriteSql, formatRows, listChangedRows } from "./write-orders.ts";

/** The SQL parameters, such as `$2`, of the statement that writes an order, and its options. `$1` is the id of the store. */
interface OrderWriteParameters {
  /** The changed rows as JSON. */
  rows: string;
  id: string;
  /** The stamp of the snapshot, by which readers find out whether the snapshot is current. */
  stamp: string;
  /** The text of the snapshot. */
  body: string;
  searchText: string;
  tags: string;
  /** The SQL condition under which the order is written. */
  condition: string;
  /** Whether the order is new, so that none of its rows exist. */
  isNew: boolean;
}

/** Build the SQL table expressions that write an order's rows, its snapshot and its search text. */
export function buildOrderWriteSql(tables: readonly OrderTableName[], sql: OrderWriteParameters): string {
  const { rows, id, stamp, body, searchText, tags, condition, isNew } = sql;
  const onConflict = (update: string) =>
    isNew ? "" : `\n    on conflict (store_id, order_id) do update set ${update}`;
  return `${buildWriteSql(tables, { rows, condition, isNew })},
  written_document as (
    insert into order_documents (store_id, order_id, stamp, body)
    select $1, ${id}::bigint, ${stamp}::text, ${body}::text where ${condition}${onConflict("stamp = excluded.stamp, body = excluded.body")}),
  written_search as (
    insert into order_search as s (store_id, order_id, search_text, facets)
    select $1, ${id}::bigint, ' ' || souk_search_words(${searchText}::text) || ' ', array(select 't' || tag from unnest(${tags}::text[]) as tag)
    where ${condition}${onConflict(`search_text = excluded.search_text, facets = excluded.facets
    where (s.search_text, s.facets) is distinct from (excluded.search_text, excluded.facets)`)})`;
}

/**
 * Build the parameter values for `buildOrderWriteSql`, in the sequence rows, id, stamp, body, searchText, tags.
 * @returns the values, and the tables that have changed rows
 */
export function buildOrderWriteValues(
  { orderSnapshots, store }: { orderSnapshots: OrderSnapshots; store: Store },
  { before, after, text }: { before: Order | null; after: Order; text: string },
): { tables: OrderTableName[]; values: unknown[] } {
  const { id, version, tags } = after.order;
  const changedRows = listChangedRows(before, after);
  const stamp = `${version}${orderSnapshots.getStampSuffix(store)}`;
  return {
    tables: Object.keys(changedRows) as OrderTableName[],
    values: [formatRows(id, changedRows), id, stamp, text, buildSearchText(after), [...tags]],
  };
}

function buildStatement(tables: readonly OrderTableName[]): Statement {
  const sql = {
    rows: "$2",
    id: "$3",
    stamp: "$4",
    body: "$5",
    searchText: "$6",
    tags: "$7",
    condition: "true",
    isNew: false,
  };
  return getNamedStatement("order_write", `with ${buildOrderWriteSql(tables, sql)} select`);
}

/** Write the changed rows of an order, its snapshot and its search text in one statement. */
export async function writeChange(
  tx: Transaction,
  target: { orderSnapshots: OrderSnapshots; store: Store },
  change: { before: Order | null; after: Order; text: string },
): Promise<void> {
  const { tables, values } = buildOrderWriteValues(target, change);
  await tx.query(buildStatement(tables), [target.store.id, ...values]);
}
