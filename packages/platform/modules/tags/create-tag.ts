import { fieldError, maxTags, type operations, throwApiError, throwFieldError } from "@souk/contract";
import { monotonicUpdatedAt, type Transaction } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { findTag } from "./find-tag.ts";
import type { TaggedResources } from "./tagged-resource.ts";

const touchText = `
  update tags set updated_at = ${monotonicUpdatedAt("updated_at")} where store_id = $1 and resource_type = $2 and name = $3`;

function readName(text: string): string {
  const name = text.trim();
  if (name === "") throwFieldError("name", "required");
  return name.includes(",")
    ? throwFieldError("name", "invalid_format", { format: "pattern" }, "{field} must not contain a comma.")
    : name;
}

/**
 * Add a tag to records (API-5), all or none; records that have it already stay unchanged.
 * @throws ApiError invalid naming name, or the index of each id of no record, or of one that can have no more tags
 */
export async function createTag(
  resources: TaggedResources,
  tx: Transaction,
  call: Call<typeof operations.createTag>,
): Promise<JsonText> {
  const { store, body } = call;
  const { resource_type, resource_ids } = body;
  const name = readName(body.name);
  const ids = [...new Set(resource_ids)];
  const given = await resources[resource_type].give(tx, { store, cause: call, name, ids });
  const place = (id: number) => `resource_ids.${resource_ids.indexOf(id)}`;
  const rejected = [
    ...given.unknown.map((id) => fieldError(place(id), "not_found", { resource: resource_type })),
    ...given.full.map((id) =>
      fieldError(
        place(id),
        "too_many",
        { max: maxTags },
        `{field} is a ${resource_type} that has the maximum number of tags.`,
      ),
    ),
  ];
  if (rejected.length > 0) throwApiError("invalid", { fields: rejected.slice(0, 20) });
  if (given.changed > 0) await tx.query(touchText, [store.id, resource_type, name]);
  const { text } = (await findTag(tx, store, { resource_type, name })) ?? throwApiError("not_found");
  return recordText("tag", text);
}
