import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { buildAnyIds } from "../../infrastructure/listing/any-ids.ts";
import { getNamedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { type DocumentLine, isLineChanged } from "./line-columns.ts";
import type { VariantCopy } from "./replace-lines.ts";

/** Load the lines of a document, sorted by id. */
export async function loadLines(
  tx: Queryable,
  { lineTable }: DocumentKind,
  documentKey: { store_id: number; document_id: number },
): Promise<DocumentLine[]> {
  const { table, documentColumn, selectList } = lineTable;
  const text = `
    select ${selectList} from ${table} l where l.store_id = $1 and l.${documentColumn} = $2 order by l.id`;
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
  const changedLines = after.filter((line) => {
    const lineBefore = linesBefore.get(line.id);
    return lineBefore !== undefined && isLineChanged(line, lineBefore);
  });
  const newLines = after.filter(({ id }) => id === null);
  const { table } = kind.lineTable;
  if (removedLines.length > 0) {
    const text = `delete from ${table} where store_id = $1 and id = ${buildAnyIds("$2")}`;
    await tx.query(getNamedStatement(`${table}_remove`, text), [store_id, removedLines.map(({ id }) => id)]);
  }
  if (changedLines.length > 0) await updateLines(tx, kind, { store_id, lines: changedLines });
  if (newLines.length > 0) await insertLines(tx, kind, { store_id, document_id, lines: newLines });
}

async function updateLines(
  tx: Transaction,
  { lineTable }: DocumentKind,
  { store_id, lines }: { store_id: number; lines: readonly DocumentLine[] },
): Promise<void> {
  const { table, updatedColumns } = lineTable;
  const text = `
    update ${table} l set ${updatedColumns.map((name) => `${name} = line.${name}`).join(", ")}
    from jsonb_populate_recordset(null::${table}, $2::jsonb) as line
    where l.store_id = $1 and l.id = line.id`;
  await tx.query(getNamedStatement(`${table}_change`, text), [store_id, JSON.stringify(lines)]);
}

async function insertLines(
  tx: Transaction,
  { lineTable }: DocumentKind,
  { store_id, document_id, lines }: { store_id: number; document_id: number; lines: readonly DocumentLine[] },
): Promise<void> {
  const { table, documentColumn, insertedColumns } = lineTable;
  const columns = insertedColumns.join(", ");
  const text = `
    insert into ${table} (store_id, ${documentColumn}, ${columns})
    select $1, $2, ${columns}
    from jsonb_populate_recordset(null::${table}, $3::jsonb) with ordinality as line order by line.ordinality`;
  await tx.query(getNamedStatement(`${table}_add`, text), [store_id, document_id, JSON.stringify(lines)]);
}
