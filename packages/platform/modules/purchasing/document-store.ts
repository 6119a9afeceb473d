import { throwApiError } from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { namedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { documentJson } from "./document-json.ts";
import type { DocumentKind } from "./document-kind.ts";
import { loadLines } from "./line-store.ts";
import type { Header, StockDocument, WrittenDocument } from "./stock-document.ts";

const listColumns = ({ fields, copies }: DocumentKind): string[] => [...fields, ...copies];

/**
 * Lock a document and load it with its lines. This comes before every other lock: levels, variants and products
 * follow.
 * @throws ApiError not_found
 */
export async function lockDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store_id, id }: { store_id: number; id: number },
): Promise<WrittenDocument> {
  const { plural } = kind;
  const text = `
    select number, status, ${listColumns(kind).join(", ")} from ${plural}
    where store_id = $1 and id = $2 for no key update`;
  const row = await tx.maybeOne<Header & { number: number; status: string }>(
    namedStatement(`${plural}_lock`, text),
    [store_id, id],
  );
  const { number, status, ...header } = row ?? throwApiError("not_found");
  return { id, number, status, header, lines: await loadLines(tx, kind, { store_id, document_id: id }) };
}

/** Load the JSON text of a document. @throws ApiError not_found */
export async function documentText(
  db: Queryable,
  kind: DocumentKind,
  { store, id }: { store: Store; id: number },
): Promise<string> {
  const text = `select ${documentJson(kind, "$3")} as text from ${kind.plural} r where r.store_id = $1 and r.id = $2`;
  const values = [store.id, id, store.timezone];
  const row = await db.maybeOne<{ text: string }>(namedStatement(`${kind.singular}_text`, text), values);
  return row?.text ?? throwApiError("not_found");
}

const firstNumber = 1001;

const numberStatement = defineStatement(
  "document_number",
  `
    insert into document_numbers (store_id, resource, last_number) values ($1, $2, ${firstNumber})
    on conflict (store_id, resource) do update set last_number = document_numbers.last_number + 1
    returning last_number as number`,
);

/** Write a document without its lines. @returns its id and number */
export async function insertDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store_id, document }: { store_id: number; document: StockDocument },
): Promise<{ id: number; number: number }> {
  const numbered = await tx.maybeOne<{ number: number }>(numberStatement, [store_id, kind.plural]);
  const number = numbered?.number ?? 0;
  const columns = listColumns(kind);
  const text = `
    insert into ${kind.plural} (store_id, number, status, ${kind.sentAt}, ${columns.join(", ")})
    values ($1, $2, $3, case when $4 then clock_timestamp() end, ${columns.map((_, index) => `$${index + 5}`).join(", ")})
    returning id`;
  const { status, header } = document;
  const row = await tx.maybeOne<{ id: number }>(namedStatement(`${kind.singular}_insert`, text), [
    store_id,
    number,
    status,
    status === kind.sent,
    ...columns.map((name) => header[name]),
  ]);
  return { id: row?.id ?? 0, number };
}

/** Write a document's fields and status, and the time at which that status began. */
export async function saveDocument(
  tx: Transaction,
  kind: DocumentKind,
  { store_id, document }: { store_id: number; document: WrittenDocument },
): Promise<void> {
  const columns = listColumns(kind);
  const since = (column: string, is: string): string =>
    `${column} = case when ${is} then coalesce(r.${column}, clock_timestamp()) else r.${column} end`;
  const text = `
    update ${kind.plural} r set status = $3, ${since(kind.sentAt, `$3 = '${kind.sent}'`)},
      ${since("received_at", "$3 = 'received'")}, ${since("cancelled_at", "$3 = 'cancelled'")},
      ${columns.map((name, index) => `${name} = $${index + 4}`).join(", ")}, updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.store_id = $1 and r.id = $2`;
  const { id, status, header } = document;
  const values = [store_id, id, status, ...columns.map((name) => header[name])];
  await tx.query(namedStatement(`${kind.singular}_save`, text), values);
}

/** Deletes a document with its lines. */
export async function deleteRows(
  tx: Transaction,
  { plural, singular }: DocumentKind,
  { store_id, id }: { store_id: number; id: number },
): Promise<void> {
  const text = `delete from ${plural} where store_id = $1 and id = $2`;
  await tx.query(namedStatement(`${singular}_delete`, text), [store_id, id]);
}
