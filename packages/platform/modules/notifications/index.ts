export { maxEmails } from "./email-limits.ts";
export { notificationsModule } from "./module.ts";
export type { NotificationsDeps } from "./notifications-deps.ts";
export { createNotifier, type Notifier, type UnsentReason } from "./notify-customer.ts";
