import { type operations, refuse, refuseField } from "@souk/contract";
import { errorCode, laterThan, type Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { groupJson } from "./group-json.ts";
import { groupText } from "./list-groups.ts";

/** @throws Refusal invalid naming name */
function readName(sent: string): string {
  const name = sent.trim();
  return name === "" ? refuseField("name", "must not be blank") : name;
}

const insertStatement = {
  name: "customer_group_insert",
  text: `
    insert into customer_groups as r (store_id, name, description) values ($1, $2, $3)
    on conflict do nothing returning ${groupJson("$4")} as text`,
};

const taken = (name: string) => `"${name}" is the name of another group`;

/** Makes a group of customers. @throws Refusal invalid naming name */
export async function createGroup(
  tx: Transaction,
  { store, body }: Call<typeof operations.createCustomerGroup>,
): Promise<JsonText> {
  const name = readName(body.name);
  const values = [store.id, name, body.description ?? "", store.timezone];
  const { rows } = await tx.query<{ text: string }>(insertStatement, values);
  return recordText("customer_group", rows[0]?.text ?? refuseField("name", taken(name)));
}

const updateStatement = {
  name: "customer_group_update",
  text: `
    update customer_groups set name = coalesce($3, name), description = coalesce($4, description),
      updated_at = ${laterThan("updated_at")}
    where store_id = $1 and id = $2
      and (name, description) is distinct from (coalesce($3, name), coalesce($4, description))`,
};

/** Changes what is sent of a group. @throws Refusal not_found; invalid naming name */
export async function updateGroup(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCustomerGroup>,
): Promise<JsonText> {
  const name = body.name === undefined ? null : readName(body.name);
  try {
    await tx.query(updateStatement, [store.id, params.id, name, body.description ?? null]);
  } catch (error) {
    if (errorCode(error) === "23505") refuseField("name", taken(name ?? ""));
    throw error;
  }
  return recordText("customer_group", (await groupText(tx, store, params.id)) ?? refuse("not_found"));
}
