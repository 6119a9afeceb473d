import { fieldError, maxTags, type operations, throwApiError, throwFieldError } from "@souk/contract";
import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { findTag } from "./find-tag.ts";
import type { ResourceTaggers } from "./resource-tagger.ts";

/** The maximum number of invalid fields in an error. */
const maxErrors = 20;

const setUpdatedAtText = `
  update tags set updated_at = ${monotonicUpdatedAt("updated_at")} where store_id = $1 and resource_type = $2 and name = $3`;

function readName(text: string): string {
  const name = text.trim();
  if (name === "") throwFieldError("name", "required");
  return name.includes(",")
    ? throwFieldError("name", "invalid_format", { format: "pattern" }, "{field} must not contain a comma.")
    : name;
}

/**
 * Add a tag to all records with the sent ids, or to none of them (API-5). Records that already have the tag are not changed.
 * @throws ApiError `invalid` for the name, or for each id whose record does not exist or has the maximum number of tags
 */
export async function createTag(
  resources: ResourceTaggers,
  tx: Transaction,
  call: Call<typeof operations.createTag>,
): Promise<JsonText> {
  const { store, body } = call;
  const { resource_type, resource_ids } = body;
  const name = readName(body.name);
  const ids = [...new Set(resource_ids)];
  const result = await resources[resource_type].addTag(tx, { store, cause: call, name, ids });
  const getPath = (id: number) => `resource_ids.${resource_ids.indexOf(id)}`;
  const errors = [
    ...result.unknownIds.map((id) => fieldError(getPath(id), "not_found", { resource: resource_type })),
    ...result.fullIds.map((id) =>
      fieldError(
        getPath(id),
        "too_many",
        { max: maxTags },
        `{field} is the id of a ${resource_type} that already has the maximum number of tags.`,
      ),
    ),
  ];
  if (errors.length > 0) throwApiError("invalid", { fields: errors.slice(0, maxErrors) });
  if (result.changedCount > 0) await tx.query(setUpdatedAtText, [store.id, resource_type, name]);
  const { text } = (await findTag(tx, store, { resource_type, name })) ?? throwApiError("not_found");
  return wrapRecord("tag", text);
}
