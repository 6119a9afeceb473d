import { type FieldSelection, throwApiError } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import { getNamedStatement } from "../../infrastructure/listing/named-statement.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildMetafieldJson } from "./metafield-json.ts";
import type { Owner } from "./owners.ts";
import type { ValueType } from "./value-rules.ts";
import { addVisibilityConditions, assertCanChange, type Caller, type StoreAccess } from "./visibility.ts";

/** A request for one metafield of a record. */
export interface SingleMetafieldCall extends Caller {
  store: Store;
  params: { id: number };
}

/** A metafield with the columns that an update needs. */
export interface FoundMetafield {
  namespace: string;
  key: string;
  /** The value as JSON text. */
  value: string;
  value_type: ValueType;
  is_private: boolean;
  /** The app that created the metafield; null if a member created it. */
  app_id: number | null;
  /** The metafield as JSON text. */
  text: string;
}

/** Load a metafield for which the caller has at least one of the kinds of access in `access`. @throws ApiError `not_found` */
async function findMetafield(
  db: Queryable,
  owner: Owner,
  { call, access, lockSql }: { call: SingleMetafieldCall; access: readonly StoreAccess[]; lockSql: string },
): Promise<FoundMetafield> {
  const { store, params } = call;
  const conditions = createConditions(
    "r.store_id = $1 and r.owner_resource = $2 and r.owner_id = $3 and r.id = $4",
    [store.id, owner.resource, owner.id, params.id],
  );
  addVisibilityConditions(conditions, call, { owner, access });
  const zone = conditions.bind(store.timezone);
  const text = `
    select r.namespace, r.key, r.value, r.value_type, r.is_private, r.app_id, ${buildMetafieldJson(zone)} as text
    from metafields r where ${conditions.sql}${lockSql}`;
  const row = await db.maybeOne<FoundMetafield>(
    getNamedStatement("metafield_by_id", text),
    conditions.values,
  );
  return row ?? throwApiError("not_found");
}

/**
 * Lock and return a metafield that the caller is about to update or delete.
 * @throws ApiError `not_found`; `scope_missing` or `not_allowed` if the caller may read the metafield but not change it
 */
export async function lockAndFindMetafield(
  tx: Transaction,
  owner: Owner,
  { call, change }: { call: SingleMetafieldCall; change: "update" | "delete" },
): Promise<FoundMetafield> {
  const access = ["read", "write"] as const;
  const metafield = await findMetafield(tx, owner, { call, access, lockSql: " for no key update" });
  assertCanChange(call, owner, { metafield, change });
  return metafield;
}

/** Return a metafield that the caller may read. @throws ApiError `not_found` */
export async function getMetafield(
  db: Queryable,
  owner: Owner,
  call: SingleMetafieldCall & { query: { fields: FieldSelection | undefined } },
): Promise<JsonText> {
  const { text } = await findMetafield(db, owner, { call, access: ["read"], lockSql: "" });
  return wrapRecord("metafield", text, call.query.fields);
}
