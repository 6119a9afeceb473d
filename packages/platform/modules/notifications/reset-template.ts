import type { OperationResponse, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { deleteTemplate } from "./template-store.ts";
import { toTemplate } from "./templates.ts";

/** Reset a store's template to the default, which also turns the email on again. */
export async function resetTemplate(
  tx: Transaction,
  { store, params }: Call<typeof operations.resetNotificationTemplate>,
): Promise<OperationResponse<typeof operations.resetNotificationTemplate>> {
  await deleteTemplate(tx, store.id, params.kind);
  return { notification_template: toTemplate(params.kind, null) };
}
