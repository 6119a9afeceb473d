import type { OperationResponse, operations } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Call } from "../../infrastructure/routing/call.ts";
import { assertEmailVerified } from "../../infrastructure/verified-email.ts";
import { loadStoreContact } from "../stores/index.ts";
import { assertTestEmailAllowed } from "./email-limits.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import type { RenderedEmail } from "./rendering/texts.ts";

/**
 * Send the caller a test email that was rendered with example data.
 * @throws ApiError `email_not_verified` if the caller's own email address is not verified; `rate_limited` if a daily limit of test
 *   emails is reached
 */
export async function sendTestEmail(
  tx: Transaction,
  request: { call: Call<typeof operations.testNotificationTemplate>; email: RenderedEmail },
  deps: NotificationsDeps,
): Promise<OperationResponse<typeof operations.testNotificationTemplate>> {
  const { store, signed_in } = request.call;
  assertEmailVerified(signed_in);
  const recipient = signed_in.email;
  await assertTestEmailAllowed(deps, tx, { store_id: store.id, recipient });
  const { name, email } = await loadStoreContact(tx, store.id);
  await deps.queueTestEmail(tx, {
    store_id: store.id,
    kind: "template_test",
    recipient,
    sender_name: name,
    reply_to: email,
    is_own_text: true,
    ...request.email,
  });
  return { test: { recipient, is_mailed: deps.sendsEmail } };
}
