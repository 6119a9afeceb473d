import { type operations, type QueryValues, resolvePage, throwApiError } from "@souk/contract";
import { listText, recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { OrderDocuments } from "./order-documents.ts";

type PartName = "transactions" | "refunds";

interface PartRecord {
  id: number;
  created_at: string;
  updated_at: string;
}

type ListCall = Call<typeof operations.listTransactions>;
type Filters = QueryValues<(typeof operations.countTransactions)["query"]>;

// An order's document contains all of its few transactions and refunds, as of one moment.
async function loadRecords(
  documents: OrderDocuments,
  { store, params }: { store: Store; params: { order_id: number } },
  part: PartName,
): Promise<PartRecord[]> {
  const text = (await documents.load(store, params.order_id)) ?? throwApiError("not_found");
  return (JSON.parse(text) as Record<PartName, PartRecord[]>)[part];
}

function isWithin(instant: string, min: Date | undefined, max: Date | undefined): boolean {
  const time = Date.parse(instant);
  return (min === undefined || time >= min.getTime()) && (max === undefined || time <= max.getTime());
}

function matchesFilters(record: PartRecord, query: Filters): boolean {
  const { id, created_at, updated_at } = record;
  if (query.ids !== undefined && !query.ids.includes(id)) return false;
  // LST-5: since_id itself is included.
  if (query.since_id !== undefined && id < query.since_id) return false;
  return (
    isWithin(created_at, query.created_at_min, query.created_at_max) &&
    isWithin(updated_at, query.updated_at_min, query.updated_at_max)
  );
}

function sortRecords(records: PartRecord[], { field, direction }: ListCall["query"]["sort"]): PartRecord[] {
  const key = (record: PartRecord) =>
    field === "created_at" || field === "updated_at" ? Date.parse(record[field]) : record.id;
  const sign = direction === "asc" ? 1 : -1;
  return records.toSorted((a, b) => sign * (key(a) - key(b) || a.id - b.id));
}

/** List a page of an order's transactions or refunds (LST-1 to LST-3). @throws ApiError not_found */
export async function listOrderPart(
  documents: OrderDocuments,
  call: Pick<ListCall, "store" | "params" | "query">,
  part: PartName,
): Promise<JsonText> {
  const { query } = call;
  const records = (await loadRecords(documents, call, part)).filter((record) =>
    matchesFilters(record, query),
  );
  const page = resolvePage(records.length, query.page, query.limit);
  const from = (page.page - 1) * page.limit;
  const texts = sortRecords(records, query.sort)
    .slice(from, from + page.limit)
    .map((record) => JSON.stringify(record));
  return listText(part, texts.join(","), { page, fields: query.fields });
}

/** Count an order's transactions or refunds that match the filters. @throws ApiError not_found */
export async function countOrderPart(
  documents: OrderDocuments,
  call: { store: Store; params: { order_id: number }; query: Filters },
  part: PartName,
): Promise<{ count: number }> {
  const records = await loadRecords(documents, call, part);
  return { count: records.filter((record) => matchesFilters(record, call.query)).length };
}

/** Load one transaction or refund of an order. @throws ApiError not_found */
export async function getOrderPart(
  documents: OrderDocuments,
  call: Pick<Call<typeof operations.getTransaction>, "store" | "params" | "query">,
  { part, singular }: { part: PartName; singular: string },
): Promise<JsonText> {
  const records = await loadRecords(documents, call, part);
  const record = records.find(({ id }) => id === call.params.id) ?? throwApiError("not_found");
  return recordText(singular, JSON.stringify(record), call.query.fields);
}
