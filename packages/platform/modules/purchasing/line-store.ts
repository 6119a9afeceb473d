import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import { getNamedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { DocumentKind } from "./document-kind.ts";
import type { VariantCopy } from "./replace-lines.ts";
import type { DocumentLine } from "./stock-document.ts";

/** Load the lines of a document, sorted by id. */
export async function loadLines(
  tx: Queryable,
  { lineTable: { table, documentColumn, hasCost } }: DocumentKind,
  documentKey: { store_id: number; document_id: number },
): Promise<DocumentLine[]> {
  const cost = hasCost ? "trim_scale(cost_price)::text" : "null::text";
  const text = `
    select id, variant_id, product_name, variant_name, sku, quantity, received_quantity, ${cost} as cost_price
    from ${table} where store_id = $1 and ${documentColumn} = $2 order by id`;
  const values = [documentKey.store_id, documentKey.document_id];
  return await tx.many<DocumentLine>(getNamedStatement(`${table}_of`, text), values);
}

const variantCopiesStatement = defineStatement(
  "purchasing_variant_copies",
  `
    select v.id, p.title as product_name, v.sku, trim_scale(v.cost_price)::text as cost_price, (
      select string_agg(o.name, ' / ' order by t.position, t.id)
      from variant_options o join variant_types t on t.store_id = o.store_id and t.id = o.variant_type_id
      where o.store_id = v.store_id and o.id = any(v.option_ids)) as variant_name
    from variants v join products p on p.store_id = v.store_id and p.id = v.product_id
    where v.store_id = $1 and v.id = ${buildAnyIds("$2")}`,
);

/** Load the variants' fields that are copied to lines, by variant id. The map has no entry for an unknown variant. */
export async function loadVariantCopies(
  tx: Queryable,
  store: Store,
  { ids, currency }: { ids: readonly number[]; currency: string | null },
): Promise<ReadonlyMap<number, VariantCopy>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.many<VariantCopy & { id: number }>(variantCopiesStatement, [store.id, [...ids]]);
  const isStoreCurrency = currency === store.currency_code;
  return new Map(
    rows.map(({ id, product_name, variant_name, sku, cost_price }) => [
      id,
      { product_name, variant_name, sku, cost_price: isStoreCurrency ? cost_price : null },
    ]),
  );
}

/** The change of a document's lines. */
export interface LineChange {
  document_id: number;
  before: readonly DocumentLine[];
  after: readonly DocumentLine[];
}

/** Delete, update and insert lines, so that the document has the lines of `after`. */
export async function saveLines(
  tx: Transaction,
  kind: DocumentKind,
  { store_id, document_id, before, after }: LineChange & { store_id: number },
): Promise<void> {
  const keptIds = new Set(after.map(({ id }) => id));
  const removedLines = before.filter(({ id }) => !keptIds.has(id));
  const linesBefore = new Map(before.map((line) => [line.id, line]));
  const changedLines = after.filter(
    (line) => line.id !== null && isLineChanged(line, linesBefore.get(line.id)),
  );
  const newLines = after.filter(({ id }) => id === null);
  const { table } = kind.lineTable;
  if (removedLines.length > 0) {
    const text = `delete from ${table} where store_id = $1 and id = ${buildAnyIds("$2")}`;
    await tx.query(getNamedStatement(`${table}_remove`, text), [store_id, removedLines.map(({ id }) => id)]);
  }
  if (changedLines.length > 0) await updateLines(tx, kind, { store_id, lines: changedLines });
  if (newLines.length > 0) await insertLines(tx, kind, { store_id, document_id, lines: newLines });
}

function isLineChanged(line: DocumentLine, lineBefore: DocumentLine | undefined): boolean {
  return (
    line.quantity !== lineBefore?.quantity ||
    line.received_quantity !== lineBefore.received_quantity ||
    line.cost_price !== lineBefore.cost_price
  );
}

async function updateLines(
  tx: Transaction,
  { lineTable: { table, hasCost } }: DocumentKind,
  { store_id, lines }: { store_id: number; lines: readonly DocumentLine[] },
): Promise<void> {
  const text = `
    update ${table} l set quantity = line.quantity, received_quantity = line.received_quantity
      ${hasCost ? ", cost_price = line.cost_price" : ""}
    from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::numeric[])
      as line (id, quantity, received_quantity, cost_price)
    where l.store_id = $1 and l.id = line.id`;
  await tx.query(getNamedStatement(`${table}_change`, text), [
    store_id,
    lines.map(({ id }) => id),
    lines.map(({ quantity }) => quantity),
    lines.map(({ received_quantity }) => received_quantity),
    lines.map(({ cost_price }) => cost_price),
  ]);
}

async function insertLines(
  tx: Transaction,
  { lineTable: { table, documentColumn, hasCost } }: DocumentKind,
  { store_id, document_id, lines }: { store_id: number; document_id: number; lines: readonly DocumentLine[] },
): Promise<void> {
  const [column, value] = hasCost ? [", cost_price", ", cost_price"] : ["", ""];
  const text = `
    insert into ${table} (store_id, ${documentColumn}, variant_id, product_name, variant_name, sku, quantity, received_quantity${column})
    select $1, $2, variant_id, product_name, variant_name, sku, quantity, received_quantity${value}
    from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::numeric[])
      with ordinality as line (variant_id, product_name, variant_name, sku, quantity, received_quantity, cost_price, n)
    order by n`;
  await tx.query(getNamedStatement(`${table}_add`, text), [
    store_id,
    document_id,
    lines.map(({ variant_id }) => variant_id),
    lines.map(({ product_name }) => product_name),
    lines.map(({ variant_name }) => variant_name),
    lines.map(({ sku }) => sku),
    lines.map(({ quantity }) => quantity),
    lines.map(({ received_quantity }) => received_quantity),
    lines.map(({ cost_price }) => cost_price),
  ]);
}
