import type { ModuleWith } from "../../infrastructure/module.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { createNotifier, type Notifier } from "./notify-customer.ts";
import { createRenderJob } from "./render-due-emails.ts";
import { createTemplateRenderer } from "./rendering/template-renderer.ts";
import { createNotificationRoutes } from "./routes.ts";

/** The functions of the notifications module that other modules and the runtime call. */
export interface NotificationsApi {
  /** Queues emails to customers in the transaction of the change that they report. */
  notifier: Notifier;
  /** End the processes that render templates. */
  stopRendering(): Promise<void>;
}

/** Create the module of emails to customers and their templates. */
export function notificationsModule(deps: NotificationsDeps): ModuleWith<NotificationsApi> {
  const renderer = createTemplateRenderer();
  return {
    name: "notifications",
    tables: ["notification_templates"],
    routes: createNotificationRoutes(deps, renderer),
    housekeeping: [createRenderJob(deps, renderer)],
    api: { notifier: createNotifier(deps), stopRendering: renderer.close },
  };
}
