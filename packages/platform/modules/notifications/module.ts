import type { ModuleWith } from "../../infrastructure/module.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { createNotifier, type Notifier } from "./notify-customer.ts";
import { notificationRoutes } from "./routes.ts";

/** What later modules ask of notifications. */
export interface NotificationsApi {
  /** Mails customers within the transaction of what is reported. */
  notifier: Notifier;
}

/** Create the module of mail to customers and its templates. */
export function notificationsModule(deps: NotificationsDeps): ModuleWith<NotificationsApi> {
  return {
    name: "notifications",
    tables: ["notification_templates"],
    routes: notificationRoutes(deps),
    api: { notifier: createNotifier(deps) },
  };
}
