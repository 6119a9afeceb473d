import { type operations, refuse } from "@souk/contract";
import type { Queryable, Transaction } from "@souk/database";
import { type JsonText, jsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { requireManager, selectInstallation } from "../installs/index.ts";
import { type AddressRules, withWarnings } from "./records/address-rules.ts";
import { placedSnippetJson, type RecordKind, recordJson, recordKinds } from "./records/kinds.ts";
import { removeRecord } from "./records/write-record.ts";

function statementOf(kind: RecordKind) {
  const json = kind.plural === "snippets" ? placedSnippetJson("$3") : recordJson(kind, "$3");
  return {
    name: `${kind.plural}_placed`,
    text: `select coalesce(string_agg(${json}, ',' order by r.id), '') as texts from ${kind.plural} r
      where r.store_id = $1 and r.installation_id = $2`,
  };
}

/** What an app has put into the shop, for its people. @throws Refusal not_found, the same for another store's */
export async function getCustomisation(
  run: Queryable,
  { store, params }: Call<typeof operations.getCustomisation>,
  rules: AddressRules,
): Promise<JsonText> {
  const { id } = (await selectInstallation(run, store.id, params.id)) ?? refuse("not_found");
  const parts: string[] = [];
  for (const kind of Object.values<RecordKind>(recordKinds)) {
    const { rows } = await run.query<{ texts: string }>(statementOf(kind), [store.id, id, store.timezone]);
    parts.push(`"${kind.plural}":[${withWarnings(kind, rows[0]?.texts ?? "", rules)}]`);
  }
  return jsonText(`{"customisation":{${parts.join(",")}}}`);
}

/** Takes something away that an app has put into the shop. @throws Refusal not_allowed for staff; not_found */
export async function deleteCustomisation(
  tx: Transaction,
  { store, signed_in, params }: Call<typeof operations.deleteCustomisation>,
): Promise<Record<string, never>> {
  requireManager(signed_in);
  const { id, kind, record_id } = params;
  const place = { store_id: store.id, installation_id: id, id: record_id };
  if (!(await removeRecord(tx, recordKinds[kind], place))) refuse("not_found");
  return {};
}
