import type { OperationResponse, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { storeContact } from "../stores/index.ts";
import { assertRoomForTest } from "./email-limits.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import type { RenderedEmail } from "./rendering/texts.ts";

/**
 * Email the caller a template rendered with an example.
 * @throws ApiError rate_limited at the daily limit of tests
 */
export async function testTemplate(
  tx: Transaction,
  { call, mail }: { call: Call<typeof operations.testNotificationTemplate>; mail: RenderedEmail },
  deps: NotificationsDeps,
): Promise<OperationResponse<typeof operations.testNotificationTemplate>> {
  const { store, signed_in } = call;
  const recipient = signed_in.email;
  await assertRoomForTest(deps, tx, { store_id: store.id, recipient });
  const { name, email } = await storeContact(tx, store.id);
  await deps.sendEmail(tx, {
    store_id: store.id,
    kind: "template_test",
    recipient,
    sender_name: name,
    reply_to: email,
    ...mail,
  });
  return { test: { recipient, is_mailed: deps.sendsEmail } };
}
