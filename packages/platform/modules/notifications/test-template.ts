import type { AnswerOf, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../routing/call.ts";
import { storeContact } from "../stores/index.ts";
import { requireRoomForTest } from "./mail-bounds.ts";
import type { NotificationsWiring } from "./notifications-wiring.ts";
import type { RenderedMail } from "./rendering/texts.ts";

/**
 * Mails what a template makes of an example to whoever asks.
 * @throws Refusal rate_limited when the day has had as many tests as it may
 */
export async function testTemplate(
  tx: Transaction,
  { call, mail }: { call: Call<typeof operations.testNotificationTemplate>; mail: RenderedMail },
  wiring: NotificationsWiring,
): Promise<AnswerOf<typeof operations.testNotificationTemplate>> {
  const { store, signed_in } = call;
  const recipient = signed_in.email;
  await requireRoomForTest(wiring, tx, { store_id: store.id, recipient });
  const { name, email } = await storeContact(tx, store.id);
  await wiring.sendMail(tx, {
    store_id: store.id,
    kind: "template_test",
    recipient,
    sender_name: name,
    reply_to: email,
    ...mail,
  });
  return { test: { recipient, is_mailed: wiring.sendsMail } };
}
