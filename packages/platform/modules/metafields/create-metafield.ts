import { type BodyOf, type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Store } from "../../routing/call.ts";
import { metafieldJson } from "./metafield-json.ts";
import { holdOwner, type Owner } from "./owners.ts";
import { readValue } from "./value-rules.ts";
import { type Asker, requireWriting } from "./visibility.ts";

const statement = {
  name: "metafield_insert",
  text: `
    insert into metafields as r (store_id, owner_resource, owner_id, namespace, key, value, value_type, description,
      is_private, app_id)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict do nothing returning ${metafieldJson("$11")} as text`,
};

interface Creation extends Asker {
  store: Store;
  body: BodyOf<typeof operations.createMetafield>;
}

function readName(path: "namespace" | "key", text: string): string {
  const name = text.trim();
  return name === "" ? refuseField(path, "must not be empty") : name;
}

/**
 * Adds a metafield to a record (SNP-3).
 * @throws Refusal not_found; scope_missing; invalid naming namespace, key, value or is_private
 */
export async function createMetafield(tx: Transaction, owner: Owner, call: Creation): Promise<JsonText> {
  const { store, installation, body } = call;
  const { value_type = "String", description = "", is_private = false } = body;
  const namespace = readName("namespace", body.namespace);
  const key = readName("key", body.key);
  requireWriting(call, owner, namespace);
  const value = readValue(body.value, value_type);
  if (is_private && installation === null)
    refuseField("is_private", "is only for apps: a person cannot keep it");
  if (!(await holdOwner(tx, store, owner))) refuse("not_found");
  const app_id = installation?.app_id ?? null;
  const where = [store.id, owner.resource, owner.id, namespace, key];
  const values = [...where, value, value_type, description, is_private, app_id, store.timezone];
  const { rows } = await tx.query<{ text: string }>(statement, values);
  const taken = `is there already in the namespace ${namespace}; change that one with PUT`;
  return recordText("metafield", rows[0]?.text ?? refuseField("key", taken));
}
