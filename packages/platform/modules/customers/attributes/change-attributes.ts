import { maxAttributes, type operations, throwApiError, throwFieldError } from "@souk/contract";
import { type Database, defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { AttributeDefinition } from "./definitions.ts";
import { attributeJson, findAttribute, lockAttribute } from "./find-attribute.ts";

type InputType = AttributeDefinition["input_type"];

/** Trim a title. @throws ApiError invalid naming title */
function readTitle(sent: string): string {
  const title = sent.trim();
  return title === "" ? throwFieldError("title", "required") : title;
}

/** Normalize options: trimmed, each once. @throws ApiError invalid naming options */
function readOptions(sent: readonly string[], input_type: InputType): string[] {
  const options = [...new Set(sent.map((option) => option.trim()))];
  const chosen = input_type === "select" || input_type === "multi_select";
  if (!chosen && options.length > 0)
    throwFieldError(
      "options",
      "not_allowed",
      {},
      `{field} can be sent for select and multi_select only, not for ${input_type}.`,
    );
  if (chosen && options.length === 0)
    throwFieldError("options", "required", {}, `{field} is required for ${input_type}.`);
  const blank = options.indexOf("");
  return blank === -1 ? options : throwFieldError(`options.${blank}`, "required");
}

const insertStatement = defineStatement(
  "customer_attribute_insert",
  `
    insert into customer_attributes as r (store_id, key, title, input_type, is_required, options)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${attributeJson("$7")} as text`,
);

/** Adds a custom field to customers (CUS-3). @throws ApiError invalid naming key, title or options, or when there are too many */
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
  const count = await tx.one<{ fields: number }>(counted, [store.id]);
  if (count.fields >= maxAttributes)
    throwFieldError(
      "key",
      "too_many",
      { max: maxAttributes },
      `A store can have at most ${maxAttributes} customer attributes.`,
    );
  const values = [store.id, key, title, input_type, is_required, options, store.timezone];
  const row = await tx.maybeOne<{ text: string }>(insertStatement, values);
  const taken = `"${key}" is the key of another customer attribute.`;
  return recordText(
    "customer_attribute",
    row?.text ?? throwFieldError("key", "not_unique", { resource: "customer_attribute" }, taken),
  );
}

const updateStatement = defineStatement(
  "customer_attribute_update",
  `
    update customer_attributes set title = $3, is_required = $4, options = $5, updated_at = ${monotonicUpdatedAt("updated_at")}
    where store_id = $1 and id = $2 and (title, is_required, options) is distinct from ($3, $4::boolean, $5::text[])`,
);

/**
 * Update the sent fields of a custom field.
 * @throws ApiError not_found; invalid naming key, input_type, title or options
 */
export async function updateAttribute(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCustomerAttribute>,
): Promise<JsonText> {
  const now = (await lockAttribute(tx, store, params.id)) ?? throwApiError("not_found");
  const stays = (path: "key" | "input_type") => {
    if (body[path] !== undefined && body[path] !== now[path])
      throwFieldError(
        path,
        "not_allowed",
        { allowed: [now[path]] },
        `{field} is "${now[path]}" and cannot be changed. Add another attribute instead.`,
      );
  };
  stays("key");
  stays("input_type");
  const title = body.title === undefined ? now.title : readTitle(body.title);
  const options = body.options === undefined ? now.options : readOptions(body.options, now.input_type);
  const values = [store.id, params.id, title, body.is_required ?? now.is_required, options];
  await tx.query(updateStatement, values);
  const { text } = (await findAttribute(tx, store, params.id)) ?? throwApiError("not_found");
  return recordText("customer_attribute", text);
}

// As many values as go at once, so that no statement runs long.
const batch = 10_000;

const emptyStatement = defineStatement(
  "customer_attribute_empty",
  `
    delete from customer_attribute_values v using (
      select customer_id from customer_attribute_values where store_id = $1 and attribute_id = $2 limit $3) gone
    where v.store_id = $1 and v.attribute_id = $2 and v.customer_id = gone.customer_id`,
);

/**
 * Delete a custom field with the values that customers have of it: many in batches, the field with the last. An
 * interrupted deletion continues when it is requested again.
 * @throws ApiError not_found
 */
export async function deleteAttribute(
  database: Database,
  { store, params }: Call<typeof operations.deleteCustomerAttribute>,
): Promise<Record<string, never>> {
  if ((await findAttribute(database, store, params.id)) === undefined) throwApiError("not_found");
  const empty = async () => {
    const deleted = await database.transaction(
      (tx) => tx.query(emptyStatement, [store.id, params.id, batch]),
      {
        repeatable: true,
      },
    );
    return deleted.rowCount === batch;
  };
  while (await empty());
  await database.transaction(async (tx) => {
    const text = "delete from customer_attributes where store_id = $1 and id = $2";
    if ((await tx.query(text, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  });
  return {};
}
