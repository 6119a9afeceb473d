import type { AnswerOf, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { deleteTemplate } from "./template-store.ts";
import { templateOf } from "./templates.ts";

/** Gives a template its default texts again. */
export async function resetTemplate(
  tx: Transaction,
  { store, params }: Call<typeof operations.resetNotificationTemplate>,
): Promise<AnswerOf<typeof operations.resetNotificationTemplate>> {
  await deleteTemplate(tx, store.id, params.kind);
  return { notification_template: templateOf(params.kind, null) };
}
