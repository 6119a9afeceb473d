import type { AnswerOf, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { storeContact } from "../stores/index.ts";
import type { NotificationsWiring } from "./notifications-wiring.ts";
import { renderTrial } from "./preview-template.ts";

/** Mails what a template makes of an example to whoever asks. */
export async function testTemplate(
  tx: Transaction,
  call: Call<typeof operations.testNotificationTemplate>,
  { sendMail, sendsMail }: NotificationsWiring,
): Promise<AnswerOf<typeof operations.testNotificationTemplate>> {
  const { store, params, signed_in } = call;
  const mail = await renderTrial(tx, call);
  const { name, email } = await storeContact(tx, store.id);
  const recipient = signed_in.email;
  await sendMail(tx, {
    store_id: store.id,
    kind: params.kind,
    recipient,
    sender_name: name,
    reply_to: email,
    ...mail,
  });
  return { test: { recipient, is_mailed: sendsMail } };
}
