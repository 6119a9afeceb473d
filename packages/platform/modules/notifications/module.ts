import type { ModuleWith } from "../../infrastructure/module.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { createNotifier, type Notifier } from "./notify-customer.ts";
import { createNotificationRoutes } from "./routes.ts";

/** What other modules use of the notifications module. */
export interface NotificationsApi {
  /** Queues emails to customers in the transaction of the change that they report. */
  notifier: Notifier;
}

/** Create the module of emails to customers and their templates. */
export function notificationsModule(deps: NotificationsDeps): ModuleWith<NotificationsApi> {
  return {
    name: "notifications",
    tables: ["notification_templates"],
    routes: createNotificationRoutes(deps),
    api: { notifier: createNotifier(deps) },
  };
}
