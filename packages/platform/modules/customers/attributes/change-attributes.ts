import { maxAttributes, type operations, throwApiError, throwFieldError } from "@souk/contract";
import { type Database, defineStatement, monotonicUpdatedAt, type Transaction } from "@souk/database";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { buildAttributeJson, findAttribute, lockAttribute } from "./find-attribute.ts";
import type { AttributeDefinition } from "./load-attribute-definitions.ts";

type InputType = AttributeDefinition["input_type"];

/** Trim a title. @throws ApiError `invalid` for `title` if it is blank */
function readTitle(sentTitle: string): string {
  const title = sentTitle.trim();
  return title === "" ? throwFieldError("title", "required") : title;
}

/** Trim and check the options of a custom field, and remove duplicates. @throws ApiError `invalid` for `options` */
function readOptions(sentOptions: readonly string[], input_type: InputType): string[] {
  const trimmedOptions = sentOptions.map((option) => option.trim());
  const options = [...new Set(trimmedOptions)];
  const hasOptions = input_type === "select" || input_type === "multi_select";
  if (!hasOptions && options.length > 0)
    throwFieldError(
      "options",
      "not_allowed",
      {},
      `{field} is only allowed if input_type is select or multi_select, not ${input_type}.`,
    );
  if (hasOptions && options.length === 0)
    throwFieldError("options", "required", {}, `{field} is required if input_type is ${input_type}.`);
  const blankIndex = trimmedOptions.indexOf("");
  return blankIndex === -1 ? options : throwFieldError(`options.${blankIndex}`, "required");
}

const insertStatement = defineStatement(
  "customer_attribute_insert",
  `
    insert into customer_attributes as r (store_id, key, title, input_type, is_required, options)
    values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning ${buildAttributeJson("$7")} as text`,
);

/**
 * Add a custom field to the store's customers (CUS-3).
 * @throws ApiError `invalid` for `key`, `title` or `options`, or if the store has the maximum number of custom fields
 */
export async function createAttribute(
  tx: Transaction,
  { store, body }: Call<typeof operations.createCustomerAttribute>,
): Promise<JsonText> {
  const { key, input_type = "text", is_required = false } = body;
  const title = readTitle(body.title);
  const options = readOptions(body.options ?? [], input_type);
  // Creations in one store wait for each other, so that concurrent creations cannot exceed the limit. 16 is the hash seed of this
  // kind of lock. Every kind of lock has its own seed, so that locks of different kinds do not collide.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 16))", [
    `customer attributes ${store.id}`,
  ]);
  const countText = "select count(*) as count from customer_attributes where store_id = $1";
  const { count } = await tx.one<{ count: number }>(countText, [store.id]);
  if (count >= maxAttributes)
    throwFieldError(
      "key",
      "too_many",
      { max: maxAttributes },
      `A store can have at most ${maxAttributes} custom fields.`,
    );
  const values = [store.id, key, title, input_type, is_required, options, store.timezone];
  const row = await tx.maybeOne<{ text: string }>(insertStatement, values);
  const message = `Another custom field already has the key "${key}".`;
  return wrapRecord(
    "customer_attribute",
    row?.text ?? throwFieldError("key", "not_unique", { resource: "customer_attribute" }, message),
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
 * @throws ApiError `not_found`; `invalid` for `key`, `input_type`, `title` or `options`
 */
export async function updateAttribute(
  tx: Transaction,
  { store, params, body }: Call<typeof operations.updateCustomerAttribute>,
): Promise<JsonText> {
  const currentAttribute = (await lockAttribute(tx, store, params.id)) ?? throwApiError("not_found");
  const assertUnchanged = (path: "key" | "input_type") => {
    if (body[path] !== undefined && body[path] !== currentAttribute[path])
      throwFieldError(
        path,
        "not_allowed",
        { allowed: [currentAttribute[path]] },
        `{field} is "${currentAttribute[path]}" and cannot be changed. Add another custom field instead.`,
      );
  };
  assertUnchanged("key");
  assertUnchanged("input_type");
  const title = body.title === undefined ? currentAttribute.title : readTitle(body.title);
  const options =
    body.options === undefined
      ? currentAttribute.options
      : readOptions(body.options, currentAttribute.input_type);
  const values = [store.id, params.id, title, body.is_required ?? currentAttribute.is_required, options];
  await tx.query(updateStatement, values);
  const { text } = (await findAttribute(tx, store, params.id)) ?? throwApiError("not_found");
  return wrapRecord("customer_attribute", text);
}

// The number of values that one statement deletes, so that no statement takes long.
const batchSize = 10_000;

const deleteValuesStatement = defineStatement(
  "customer_attribute_delete_values",
  `
    delete from customer_attribute_values v using (
      select customer_id from customer_attribute_values where store_id = $1 and attribute_id = $2 limit $3) batch
    where v.store_id = $1 and v.attribute_id = $2 and v.customer_id = batch.customer_id`,
);

/**
 * Delete a custom field and its values. The values are deleted in batches, and then the field. An interrupted deletion
 * continues when it is requested again.
 * @throws ApiError `not_found`
 */
export async function deleteAttribute(
  database: Database,
  { store, params }: Call<typeof operations.deleteCustomerAttribute>,
): Promise<Record<string, never>> {
  if ((await findAttribute(database, store, params.id)) === undefined) throwApiError("not_found");
  let deletedCount: number;
  do {
    const result = await database.transaction(
      (tx) => tx.query(deleteValuesStatement, [store.id, params.id, batchSize]),
      { retryable: true },
    );
    deletedCount = result.rowCount;
  } while (deletedCount === batchSize);
  await database.transaction(async (tx) => {
    const text = "delete from customer_attributes where store_id = $1 and id = $2";
    if ((await tx.query(text, [store.id, params.id])).rowCount === 0) throwApiError("not_found");
  });
  return {};
}
