import { mostAttributes, type operations, refuse, refuseField } from "@souk/contract";
import { type Database, laterThan, type Transaction } from "@souk/database";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import type { AttributeDefinition } from "./definitions.ts";
import { attributeJson, findAttribute, lockAttribute } from "./find-attribute.ts";

type InputType = AttributeDefinition["input_type"];

/** @throws Refusal invalid naming title */
function readTitle(sent: string): string {
  const title = sent.trim();
  return title === "" ? refuseField("title", "must not be blank") : title;
}

/** Options as they are kept: trimmed, each once. @throws Refusal invalid naming options */
function readOptions(sent: readonly string[], input_type: InputType): string[] {
  const options = [...new Set(sent.map((option) => option.trim()))];
  const chosen = input_type === "select" || input_type === "multi_select";
  if (!chosen && options.length > 0)
    refuseField("options", `are for select and multi_select, not ${input_type}`);
  if (chosen && options.length === 0) refuseField("options", `are required for ${input_type}`);
  const blank = options.indexOf("");
  return blank === -1 ? options : refuseField(`options.${blank}`, "must not be blank");
}

const insertStatement = {
  name: "customer_attribute_insert",
  text: `
    insert into customer_attributes as r (store_id, key, title, input_type, is_required, options)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${attributeJson("$7")} as text`,
};

/** Adds a custom field to customers (CUS-3). @throws Refusal invalid naming key, title or options, or when there are too many */
export async function createAttribute(
  tx: Transaction,
  { store, body }: Call<typeof operations.createCustomerAttribute>,
): Promise<JsonText> {
  const { key, input_type = "text", is_required = false } = body;
  const title = readTitle(body.title);
  const options = readOptions(body.options ?? [], input_type);
  // One after the other, so that the limit holds.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 16))", [
    `customer attributes ${store.id}`,
  ]);
  const counted = "select count(*) as fields from customer_attributes where store_id = $1";
  const { rows: counts } = await tx.query<{ fields: number }>(counted, [store.id]);
  if ((counts[0]?.fields ?? 0) >= mostAttributes)
    refuseField("key", `is one too many: a store has at most ${mostAttributes} custom fields of customers`);
  const values = [store.id, key, title, input_type, is_required, options, store.timezone];
  const { rows } = await tx.query<{ text: string }>(insertStatement, values);
  const taken = `"${key}" is the key of another custom field`;
  return recordText("customer_attribute", rows[0]?.text ?? refuseField("key", taken));
}

const updateStatement = {
  name: "customer_attribute_update",
  text: `
    update customer_attributes set title = $3, is_required = $4, options = $5, updated_at = ${laterThan("updated_at")}
    where store_id = $1 and id = $2 and (title, is_required, options) is distinct from ($3, $4::boolean, $5::text[])`,
};

/** Changes what is sent of a custom field. @throws Refusal not_found; invalid naming key, input_type, title or options */
export async function updateAttribute(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCustomerAttribute>,
): Promise<JsonText> {
  const now = (await lockAttribute(tx, store, params.id)) ?? refuse("not_found");
  const stays = (path: "key" | "input_type") => {
    if (body[path] !== undefined && body[path] !== now[path])
      refuseField(path, `is "${now[path]}" and never changes; add another custom field instead`);
  };
  stays("key");
  stays("input_type");
  const title = body.title === undefined ? now.title : readTitle(body.title);
  const options = body.options === undefined ? now.options : readOptions(body.options, now.input_type);
  const values = [store.id, params.id, title, body.is_required ?? now.is_required, options];
  await tx.query(updateStatement, values);
  const { text } = (await findAttribute(tx, store, params.id)) ?? refuse("not_found");
  return recordText("customer_attribute", text);
}

// As many values as go at once, so that no statement runs long.
const batch = 10_000;

const emptyStatement = {
  name: "customer_attribute_empty",
  text: `
    delete from customer_attribute_values v using (
      select customer_id from customer_attribute_values where store_id = $1 and attribute_id = $2 limit $3) gone
    where v.store_id = $1 and v.attribute_id = $2 and v.customer_id = gone.customer_id`,
};

/**
 * Removes a custom field with the values that customers have of it: of many a part at a time, the field with the last. What is
 * broken off goes on when it is asked again.
 * @throws Refusal not_found
 */
export async function deleteAttribute(
  database: Database,
  { store, params }: Call<typeof operations.deleteCustomerAttribute>,
): Promise<Record<string, never>> {
  if ((await findAttribute(database, store, params.id)) === undefined) refuse("not_found");
  const empty = async () => {
    const gone = await database.transaction((tx) => tx.query(emptyStatement, [store.id, params.id, batch]), {
      repeatable: true,
    });
    return gone.rowCount === batch;
  };
  while (await empty());
  await database.transaction(async (tx) => {
    const text = "delete from customer_attributes where store_id = $1 and id = $2";
    if ((await tx.query(text, [store.id, params.id])).rowCount === 0) refuse("not_found");
  });
  return {};
}
