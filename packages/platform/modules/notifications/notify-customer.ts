import type { NotificationKind, NotificationVariables } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { storeContact } from "../stores/index.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import { boundReached, maxEmails } from "./email-limits.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { renderEmail } from "./rendering/render-email.ts";
import type { RenderedEmail } from "./rendering/texts.ts";
import { selectTemplate } from "./template-store.ts";
import { type Template, toTemplate } from "./templates.ts";

/** An email to a customer. */
export interface Notification<K extends NotificationKind> {
  kind: K;
  /** The id of the order that it is about. */
  order_id: number;
  /** The address; empty: no email is sent. */
  to: string;
  /** The variables of the template; those of the store are added. */
  data: Omit<NotificationVariables<K>, "shop">;
}

/** Sends emails to a store's customers. */
export interface Notifier {
  /**
   * Queue an email within the transaction of the change that it reports: it is sent if, and only if, that is
   * committed.
   * @returns why it was not queued; null when it was
   */
  notifyCustomer<K extends NotificationKind>(
    tx: Transaction,
    store: Store,
    notification: Notification<K>,
  ): Promise<Unsent | null>;
}

/**
 * Why no email is sent: there is no address, the store has switched the email off, or a daily limit is
 * reached.
 */
export type Unsent = "no_address" | "switched_off" | keyof typeof maxEmails;

export function createNotifier(deps: Pick<NotificationsDeps, "sendEmail" | "countEmails" | "log">): Notifier {
  const { sendEmail, log } = deps;

  function render(store: Store, template: Template, variables: object): RenderedEmail {
    const { kind, is_edited } = template;
    const made = renderEmail(template, variables, is_edited ? "store" : "default");
    if (made.ok) return made.mail;
    const details = { store_id: store.id, kind, errors: made.errors };
    // An error in the subject replaces only the store's subject.
    if (made.errors.every(({ path }) => path === "subject")) {
      const mended = renderEmail({ ...template, subject: defaultTexts[kind].subject }, variables);
      if (mended.ok) {
        log.warn(
          details,
          "The subject of a store's template could not be rendered. The email was sent with the default subject.",
        );
        return mended.mail;
      }
    }
    log.warn(details, "A store's template could not be rendered. The default template was sent.");
    const byDefault = renderEmail(defaultTexts[kind], variables, "default");
    if (byDefault.ok) return byDefault.mail;
    throw new Error(`The default of ${kind} cannot be rendered: ${JSON.stringify(byDefault.errors)}`);
  }

  return {
    async notifyCustomer(tx, store, { kind, order_id, to, data }) {
      if (to === "") return "no_address";
      const template = toTemplate(kind, await selectTemplate(tx, store, kind));
      if (!template.is_enabled) return "switched_off";
      const place = { store_id: store.id, order_id, recipient: to };
      const bound = await boundReached(deps, tx, place);
      if (bound !== null) {
        const details = { store_id: store.id, order_id, kind, bound, most: maxEmails[bound] };
        log.warn(details, "A customer was not mailed: the last 24 hours had too many mails.");
        return bound;
      }
      const { name, email } = await storeContact(tx, store.id);
      const variables = { ...data, shop: { name, domain: store.domain, email } };
      const mail = render(store, template, variables);
      await sendEmail(tx, {
        ...place,
        kind,
        sender_name: name,
        reply_to: email,
        ...mail,
      });
      return null;
    },
  };
}
