import type { NotificationKind, NotificationVariables } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { loadStoreContact } from "../stores/index.ts";
import { maxEmails } from "./email-limits.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { selectTemplate } from "./template-store.ts";
import { toTemplate } from "./templates.ts";

/** An email to a customer. */
export interface Notification<K extends NotificationKind> {
  kind: K;
  /** The id of the order that the email is about. */
  order_id: number;
  /** The email address of the customer. If empty, no email is sent. */
  to: string;
  /** The variables of the template, except those of the store. */
  data: Omit<NotificationVariables<K>, "shop">;
}

/** Sends emails to a store's customers. */
export interface Notifier {
  /**
   * Queue an email in the transaction of the change that it reports, so that it is sent only if the change is committed.
   * The email's template is rendered later (`render-due-emails.ts`). If a daily limit is reached, the email waits until it is within
   * the limit.
   * @returns the reason why the email is not queued, or null if it is queued
   */
  notifyCustomer<K extends NotificationKind>(
    tx: Transaction,
    store: Store,
    notification: Notification<K>,
  ): Promise<UnsentReason | null>;
}

/**
 * The reason why no email is sent: there is no address, the store has turned the email off, or too many emails about the order are
 * already waiting.
 */
export type UnsentReason = "no_address" | "switched_off" | "too_many_waiting";

/** Create a notifier. */
export function createNotifier(
  deps: Pick<NotificationsDeps, "scheduleEmail" | "log"> & {
    unrenderedEmails: Pick<NotificationsDeps["unrenderedEmails"], "add">;
  },
): Notifier {
  const { unrenderedEmails, scheduleEmail, log } = deps;
  return {
    async notifyCustomer(tx, store, { kind, order_id, to, data }) {
      if (to === "") return "no_address";
      const template = toTemplate(kind, await selectTemplate(tx, store, kind));
      if (!template.is_enabled) return "switched_off";
      const scope = { store_id: store.id, order_id, recipient: to };
      const schedule = await scheduleEmail(tx, scope, maxEmails);
      if (schedule === null) {
        const details = { store_id: store.id, order_id, kind, max: maxEmails.waiting_of_order };
        log.warn(
          details,
          "An email to a customer was not queued: too many emails about the order are waiting.",
        );
        return "too_many_waiting";
      }
      const { name, email } = await loadStoreContact(tx, store.id);
      const variables = { ...data, shop: { name, domain: store.domain, email } };
      const { scheduled_at } = schedule;
      const sender = { sender_name: name, reply_to: email };
      await unrenderedEmails.add(tx, { ...scope, ...sender, kind, variables, scheduled_at });
      return null;
    },
  };
}
