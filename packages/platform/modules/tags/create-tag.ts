import { type operations, refuse, refuseField } from "@souk/contract";
import { laterThan, type Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { findTag } from "./find-tag.ts";
import type { TaggedResources } from "./tagged-resource.ts";

const touchText = `
  update tags set updated_at = ${laterThan("updated_at")} where store_id = $1 and resource_type = $2 and name = $3`;

function readName(text: string): string {
  const name = text.trim();
  if (name === "") refuseField("name", "must not be empty");
  return name.includes(",") ? refuseField("name", "must not contain a comma") : name;
}

/**
 * Gives a tag to records (API-5), all of them or none; what has it already stays as it is.
 * @throws Refusal invalid naming name, or the place of each id that is no record or can bear no more
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
  const refused = [
    ...given.unknown.map((id) => ({ id, message: `is no ${resource_type} of this store` })),
    ...given.full.map((id) => ({ id, message: `is a ${resource_type} that can bear no more tags` })),
  ].map(({ id, message }) => ({ path: `resource_ids.${resource_ids.indexOf(id)}`, message }));
  if (refused.length > 0) refuse("invalid", { fields: refused.slice(0, 20) });
  if (given.changed > 0) await tx.query(touchText, [store.id, resource_type, name]);
  const { text } = (await findTag(tx, store, { resource_type, name })) ?? refuse("not_found");
  return recordText("tag", text);
}
