export type { NotificationsWiring } from "./notifications-wiring.ts";
export { createNotifier, type Notifier } from "./notify-customer.ts";
export { notificationRoutes } from "./routes.ts";
