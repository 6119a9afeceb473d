import { operations } from "@souk/contract";
import { preparedWrite, type Route, read, write } from "../../routing/route.ts";
import type { NotificationsWiring } from "./notifications-wiring.ts";
import { previewTemplate, tryTexts } from "./preview-template.ts";
import { createRenderTrial } from "./render-trial.ts";
import { resetTemplate } from "./reset-template.ts";
import { getTemplate, listTemplates } from "./templates.ts";
import { testTemplate } from "./test-template.ts";
import { tryUpdate, updateTemplate } from "./update-template.ts";

/** The console operations about the mails that customers get. */
export function notificationRoutes(wiring: NotificationsWiring): Route[] {
  const renderTrial = createRenderTrial(wiring);
  return [
    read(operations.listNotificationTemplates, listTemplates),
    read(operations.getNotificationTemplate, getTemplate),
    preparedWrite(
      operations.updateNotificationTemplate,
      (database, call) => tryUpdate(database, call, renderTrial),
      (tx, call) => updateTemplate(tx, call),
    ),
    write(operations.resetNotificationTemplate, resetTemplate),
    read(operations.previewNotificationTemplate, (database, call) =>
      previewTemplate(database, call, renderTrial),
    ),
    preparedWrite(
      operations.testNotificationTemplate,
      (database, call) => tryTexts(database, call, renderTrial),
      (tx, call, mail) => testTemplate(tx, { call, mail }, wiring),
    ),
  ];
}
