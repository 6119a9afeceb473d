import type { NotificationKind, NotificationVariables } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import { storeContact } from "../stores/index.ts";
import { defaultTexts } from "./defaults/default-texts.ts";
import { boundReached, mostMails } from "./mail-bounds.ts";
import type { NotifierWiring } from "./notifications-wiring.ts";
import { renderMail } from "./rendering/render-mail.ts";
import type { RenderedMail } from "./rendering/texts.ts";
import { selectTemplate } from "./template-store.ts";
import { type Template, templateOf } from "./templates.ts";

/** A mail that a customer is to get. */
export interface Notification<K extends NotificationKind> {
  kind: K;
  /** Which order it tells of. */
  order_id: number;
  /** Empty: nobody is told. */
  to: string;
  /** What the template may show; of the shop it knows by itself. */
  data: Omit<NotificationVariables<K>, "shop">;
}

/** Tells a shop's customers what happened. */
export interface Notifier {
  /**
   * Hands a mail over within the transaction of what it tells: it is sent if, and only if, that is committed.
   * @returns why it was not; null when it was
   */
  notifyCustomer<K extends NotificationKind>(
    tx: Transaction,
    store: Store,
    notification: Notification<K>,
  ): Promise<Unsent | null>;
}

/** Why nobody is mailed: there is no address, the shop has switched the mail off, or the day has room for no more. */
export type Unsent = "no_address" | "switched_off" | keyof typeof mostMails;

export function createNotifier(wiring: NotifierWiring): Notifier {
  const { sendMail, log } = wiring;

  function render(store: Store, template: Template, variables: object): RenderedMail {
    const { kind, is_edited } = template;
    const made = renderMail(template, variables, is_edited ? "shop" : "default");
    if (made.ok) return made.mail;
    const told = { store_id: store.id, kind, faults: made.faults };
    // A subject at fault costs the shop no more than its subject.
    if (made.faults.every(({ path }) => path === "subject")) {
      const mended = renderMail({ ...template, subject: defaultTexts[kind].subject }, variables);
      if (mended.ok) {
        log.warn(told, "The subject of a shop's template could not be rendered; the default's was sent.");
        return mended.mail;
      }
    }
    log.warn(told, "A shop's template could not be rendered; its default was sent.");
    const byDefault = renderMail(defaultTexts[kind], variables, "default");
    if (byDefault.ok) return byDefault.mail;
    throw new Error(`The default of ${kind} cannot be rendered: ${JSON.stringify(byDefault.faults)}`);
  }

  return {
    async notifyCustomer(tx, store, { kind, order_id, to, data }) {
      if (to === "") return "no_address";
      const template = templateOf(kind, await selectTemplate(tx, store, kind));
      if (!template.is_enabled) return "switched_off";
      const place = { store_id: store.id, order_id, recipient: to };
      const bound = await boundReached(wiring, tx, place);
      if (bound !== null) {
        const told = { store_id: store.id, order_id, kind, bound, most: mostMails[bound] };
        log.warn(told, "A customer was not mailed: the last 24 hours had too many mails.");
        return bound;
      }
      const { name, email } = await storeContact(tx, store.id);
      const variables = { ...data, shop: { name, domain: store.domain, email } };
      const mail = render(store, template, variables);
      await sendMail(tx, {
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
