import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import { defineStatement, getErrorCode, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildGroupJson } from "./group-json.ts";
import { loadGroupText } from "./list-groups.ts";

/** Trim a group's name. @throws ApiError `invalid` for `name` if it is blank */
function readName(sentName: string): string {
  const name = sentName.trim();
  return name === "" ? throwFieldError("name", "required") : name;
}

const insertStatement = defineStatement(
  "customer_group_insert",
  `
    insert into customer_groups as r (store_id, name, description) values ($1, $2, $3)
    on conflict do nothing returning ${buildGroupJson("$4")} as text`,
);

/** Create a group of customers. @throws ApiError `invalid` for `name` */
export async function createGroup(
  tx: Transaction,
  { store, body }: Call<typeof operations.createCustomerGroup>,
): Promise<JsonText> {
  const name = readName(body.name);
  const values = [store.id, name, body.description ?? "", store.timezone];
  const row = await tx.maybeOne<{ text: string }>(insertStatement, values);
  return wrapRecord(
    "customer_group",
    row?.text ?? throwFieldError("name", "not_unique", { resource: "customer_group" }),
  );
}

const updateStatement = defineStatement(
  "customer_group_update",
  `
    update customer_groups set name = coalesce($3, name), description = coalesce($4, description),
      updated_at = ${monotonicUpdatedAt("updated_at")}
    where store_id = $1 and id = $2
      and (name, description) is distinct from (coalesce($3, name), coalesce($4, description))`,
);

/** Update the sent fields of a group. @throws ApiError `not_found`; `invalid` for `name` */
export async function updateGroup(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCustomerGroup>,
): Promise<JsonText> {
  const name = body.name === undefined ? null : readName(body.name);
  try {
    await tx.query(updateStatement, [store.id, params.id, name, body.description ?? null]);
  } catch (error) {
    // 23505 is a violation of a unique index.
    if (getErrorCode(error) === "23505")
      throwFieldError("name", "not_unique", { resource: "customer_group" });
    throw error;
  }
  return wrapRecord(
    "customer_group",
    (await loadGroupText(tx, store, params.id)) ?? throwApiError("not_found"),
  );
}
