export { maxEmails } from "./email-limits.ts";
export { notificationsModule } from "./module.ts";
export type { NotificationsDeps } from "./notifications-deps.ts";
export { createNotifier, type Notifier, type Unsent } from "./notify-customer.ts";
