import type { Database } from "@souk/database";
import type { QuotaSettings } from "../../infrastructure/quotas/index.ts";

const saveText =
  "insert into settings (key, value) values ('quotas', $1::jsonb) on conflict (key) do update set value = excluded.value";

/** Store the quotas that the operator has set. All processes use the quotas of the process that started last. */
export async function saveQuotas(database: Database, settings: QuotaSettings): Promise<void> {
  await database.query(saveText, [JSON.stringify(settings)]);
}
