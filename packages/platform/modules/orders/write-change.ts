import type { Statement, Transaction } from "@souk/database";
import { namedStatement } from "../../listing/named-statement.ts";
import type { Store } from "../../routing/call.ts";
import type { OrderDocuments } from "./order-documents.ts";
import type { Order } from "./order-rows.ts";
import { toldOf } from "./order-search.ts";
import type { OrderPart } from "./order-tables.ts";
import { changedRows, rowsText, writingOf } from "./write-orders.ts";

/** Placeholders of what an order's writing takes, after `$1`, the store. */
interface WrittenSql {
  rows: string;
  id: string;
  stamp: string;
  body: string;
  told: string;
  tags: string;
  /** The condition under which it is written. */
  when: string;
  /** Whether nothing of it is there yet. */
  isNew: boolean;
}

/** Table expressions that write an order's rows, its document and what it is found by. */
export function writtenOrder(parts: readonly OrderPart[], sql: WrittenSql): string {
  const { rows, id, stamp, body, told, tags, when, isNew } = sql;
  const known = (update: string) =>
    isNew ? "" : `\n    on conflict (store_id, order_id) do update set ${update}`;
  return `${writingOf(parts, { rows, when, isNew })},
  written_document as (
    insert into order_documents (store_id, order_id, stamp, body)
    select $1, ${id}::bigint, ${stamp}::text, ${body}::text where ${when}${known("stamp = excluded.stamp, body = excluded.body")}),
  written_search as (
    insert into order_search as s (store_id, order_id, told, facets)
    select $1, ${id}::bigint, ' ' || souk_words(${told}::text) || ' ', array(select 't' || tag from unnest(${tags}::text[]) as tag)
    where ${when}${known(`told = excluded.told, facets = excluded.facets
    where (s.told, s.facets) is distinct from (excluded.told, excluded.facets)`)})`;
}

/** The values of `writtenOrder`, in the order rows, id, stamp, body, told, tags. */
export function writtenValues(
  { documents, store }: { documents: OrderDocuments; store: Store },
  { before, after, text }: { before: Order | null; after: Order; text: string },
): { parts: OrderPart[]; values: unknown[] } {
  const { id, version, tags } = after.order;
  const changed = changedRows(before, after);
  const stamp = `${version}${documents.stampEnd(store)}`;
  return {
    parts: Object.keys(changed) as OrderPart[],
    values: [rowsText(id, changed), id, stamp, text, toldOf(after), [...tags]],
  };
}

function statementOf(parts: readonly OrderPart[]): Statement {
  const sql = {
    rows: "$2",
    id: "$3",
    stamp: "$4",
    body: "$5",
    told: "$6",
    tags: "$7",
    when: "true",
    isNew: false,
  };
  return namedStatement("order_write", `with ${writtenOrder(parts, sql)} select`);
}

/** Writes the rows of an order that changed, its document and what it is found by, in one statement. */
export async function writeChange(
  tx: Transaction,
  on: { documents: OrderDocuments; store: Store },
  change: { before: Order | null; after: Order; text: string },
): Promise<void> {
  const { parts, values } = writtenValues(on, change);
  await tx.query(statementOf(parts), [on.store.id, ...values]);
}
