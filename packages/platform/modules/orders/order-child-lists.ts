import { type operations, type QueryValues, resolvePage, throwApiError } from "@souk/contract";
import { wrapList, wrapRecord } from "../../infrastructure/listing/list-text.ts";
import { selectFields } from "../../infrastructure/listing/select-fields.ts";
import type { Call, Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import type { OrderSnapshots } from "./order-documents.ts";

type ChildListName = "transactions" | "refunds";

interface ChildRecord {
  id: number;
  created_at: string;
  updated_at: string;
}

type ListCall = Call<typeof operations.listTransactions>;
type Filters = QueryValues<(typeof operations.countTransactions)["query"]>;

// The records are read from the order's snapshot, because an order has few of them and the snapshot shows all of them at one moment.
async function loadRecords(
  orderSnapshots: OrderSnapshots,
  { store, params }: { store: Store; params: { order_id: number } },
  listName: ChildListName,
): Promise<ChildRecord[]> {
  const text = (await orderSnapshots.load(store, params.order_id)) ?? throwApiError("not_found");
  return (JSON.parse(text) as Record<ChildListName, ChildRecord[]>)[listName];
}

function isWithin(instant: string, min: Date | undefined, max: Date | undefined): boolean {
  const time = Date.parse(instant);
  return (min === undefined || time >= min.getTime()) && (max === undefined || time <= max.getTime());
}

function matchesFilters(record: ChildRecord, query: Filters): boolean {
  const { id, created_at, updated_at } = record;
  if (query.ids !== undefined && !query.ids.includes(id)) return false;
  // LST-5: since_id itself is included.
  if (query.since_id !== undefined && id < query.since_id) return false;
  return (
    isWithin(created_at, query.created_at_min, query.created_at_max) &&
    isWithin(updated_at, query.updated_at_min, query.updated_at_max)
  );
}

function sortRecords(records: ChildRecord[], { field, direction }: ListCall["query"]["sort"]): ChildRecord[] {
  const getSortKey = (record: ChildRecord) =>
    field === "created_at" || field === "updated_at" ? Date.parse(record[field]) : record.id;
  const sign = direction === "asc" ? 1 : -1;
  return records.toSorted((a, b) => sign * (getSortKey(a) - getSortKey(b) || a.id - b.id));
}

/** List a page of an order's transactions or refunds (LST-1 to LST-3). @throws ApiError `not_found` */
export async function listChildRecords(
  orderSnapshots: OrderSnapshots,
  call: Pick<ListCall, "store" | "params" | "query">,
  listName: ChildListName,
): Promise<JsonText> {
  const { query } = call;
  const records = (await loadRecords(orderSnapshots, call, listName)).filter((record) =>
    matchesFilters(record, query),
  );
  const page = resolvePage(records.length, query.page, query.limit);
  const from = (page.page - 1) * page.limit;
  const texts = sortRecords(records, query.sort)
    .slice(from, from + page.limit)
    .map((record) => selectFields(JSON.stringify(record), query.fields));
  return wrapList(listName, texts.join(","), { page });
}

/** Count an order's transactions or refunds that match the filters. @throws ApiError `not_found` */
export async function countChildRecords(
  orderSnapshots: OrderSnapshots,
  call: { store: Store; params: { order_id: number }; query: Filters },
  listName: ChildListName,
): Promise<{ count: number }> {
  const records = await loadRecords(orderSnapshots, call, listName);
  return { count: records.filter((record) => matchesFilters(record, call.query)).length };
}

/** Load one transaction or refund of an order as JSON. @throws ApiError `not_found` */
export async function getChildRecord(
  orderSnapshots: OrderSnapshots,
  call: Pick<Call<typeof operations.getTransaction>, "store" | "params" | "query">,
  { listName, singular }: { listName: ChildListName; singular: string },
): Promise<JsonText> {
  const records = await loadRecords(orderSnapshots, call, listName);
  const record = records.find(({ id }) => id === call.params.id) ?? throwApiError("not_found");
  return wrapRecord(singular, JSON.stringify(record), call.query.fields);
}
