import { operations } from "@souk/contract";
import { type Route, read, write } from "../../routing/route.ts";
import type { NotificationsWiring } from "./notifications-wiring.ts";
import { previewTemplate } from "./preview-template.ts";
import { resetTemplate } from "./reset-template.ts";
import { getTemplate, listTemplates } from "./templates.ts";
import { testTemplate } from "./test-template.ts";
import { updateTemplate } from "./update-template.ts";

/** The console operations about the mails that customers get. */
export function notificationRoutes(wiring: NotificationsWiring): Route[] {
  return [
    read(operations.listNotificationTemplates, listTemplates),
    read(operations.getNotificationTemplate, getTemplate),
    write(operations.updateNotificationTemplate, updateTemplate),
    write(operations.resetNotificationTemplate, resetTemplate),
    read(operations.previewNotificationTemplate, previewTemplate),
    write(operations.testNotificationTemplate, (tx, call) => testTemplate(tx, call, wiring)),
  ];
}
