import { throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { getNamedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildDocumentJson } from "./document-json.ts";
import type { DocumentKind } from "./document-kind.ts";
import { loadLines } from "./line-store.ts";
import type { Header, SavedDocument, StockDocument } from "./stock-document.ts";

const listColumns = ({ fields, derivedColumns }: DocumentKind): string[] => [...fields, ...derivedColumns];

/**
 * Lock a document and load it with its lines. A transaction locks the document first, then levels, variants and products.
 * @throws ApiError `not_found`
 */
export async function lockDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store_id, id }: { store_id: number; id: number },
): Promise<SavedDocument> {
  const { plural } = kind;
  const text = `
    select number, status, ${listColumns(kind).join(", ")} from ${plural}
    where store_id = $1 and id = $2 for no key update`;
  const row = await tx.maybeOne<Header & { number: number; status: string }>(
    getNamedStatement(`${plural}_lock`, text),
    [store_id, id],
  );
  const { number, status, ...header } = row ?? throwApiError("not_found");
  return { id, number, status, header, lines: await loadLines(tx, kind, { store_id, document_id: id }) };
}

/** Load the JSON text of a document. @throws ApiError `not_found` */
export async function loadDocumentText(
  db: Queryable,
  kind: DocumentKind,
  { store, id }: { store: Store; id: number },
): Promise<string> {
  const text = `select ${buildDocumentJson(kind, "$3")} as text from ${kind.plural} r where r.store_id = $1 and r.id = $2`;
  const values = [store.id, id, store.timezone];
  const row = await db.maybeOne<{ text: string }>(getNamedStatement(`${kind.singular}_text`, text), values);
  return row?.text ?? throwApiError("not_found");
}

/** The number of a store's first purchase order and of its first transfer. */
const firstNumber = 1001;

const numberStatement = defineStatement(
  "document_number",
  `
    insert into document_numbers (store_id, resource, last_number) values ($1, $2, ${firstNumber})
    on conflict (store_id, resource) do update set last_number = document_numbers.last_number + 1
    returning last_number as number`,
);

/** Insert a document without its lines, and give it the next number of its kind. @returns its id and number */
export async function insertDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store_id, document }: { store_id: number; document: StockDocument },
): Promise<{ id: number; number: number }> {
  const numberRow = await tx.maybeOne<{ number: number }>(numberStatement, [store_id, kind.plural]);
  const number = numberRow?.number ?? 0;
  const columns = listColumns(kind);
  const text = `
    insert into ${kind.plural} (store_id, number, status, ${kind.sentAtColumn}, ${columns.join(", ")})
    values ($1, $2, $3, case when $4 then clock_timestamp() end, ${columns.map((_, index) => `$${index + 5}`).join(", ")})
    returning id`;
  const { status, header } = document;
  const row = await tx.maybeOne<{ id: number }>(getNamedStatement(`${kind.singular}_insert`, text), [
    store_id,
    number,
    status,
    status === kind.sentStatus,
    ...columns.map((name) => header[name]),
  ]);
  return { id: row?.id ?? 0, number };
}

/** Update a document's fields and status. If the status has changed, also write the time at which the status began. */
export async function saveDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store_id, document }: { store_id: number; document: SavedDocument },
): Promise<void> {
  const columns = listColumns(kind);
  const buildTimeSql = (column: string, condition: string): string =>
    `${column} = case when ${condition} then coalesce(r.${column}, clock_timestamp()) else r.${column} end`;
  const text = `
    update ${kind.plural} r set status = $3, ${buildTimeSql(kind.sentAtColumn, `$3 = '${kind.sentStatus}'`)},
      ${buildTimeSql("received_at", "$3 = 'received'")}, ${buildTimeSql("cancelled_at", "$3 = 'cancelled'")},
      ${columns.map((name, index) => `${name} = $${index + 4}`).join(", ")}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2`;
  const { id, status, header } = document;
  const values = [store_id, id, status, ...columns.map((name) => header[name])];
  await tx.query(getNamedStatement(`${kind.singular}_save`, text), values);
}

/** Delete a document with its lines. */
export async function deleteDocumentRows(
  tx: Transaction,
  { plural, singular }: DocumentKind,
  { store_id, id }: { store_id: number; id: number },
): Promise<void> {
  const text = `delete from ${plural} where store_id = $1 and id = $2`;
  await tx.query(getNamedStatement(`${singular}_delete`, text), [store_id, id]);
}
