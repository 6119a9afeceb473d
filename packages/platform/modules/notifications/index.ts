export { mostMails } from "./mail-bounds.ts";
export type { NotificationsWiring } from "./notifications-wiring.ts";
export { createNotifier, type Notifier, type Unsent } from "./notify-customer.ts";
export { notificationRoutes } from "./routes.ts";
