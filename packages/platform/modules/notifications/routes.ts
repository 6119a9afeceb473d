import { operations } from "@souk/contract";
import { preparedWrite, type Route, read, write } from "../../infrastructure/routing/route.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { previewTemplate, tryTexts } from "./preview-template.ts";
import { createRenderTrial } from "./render-trial.ts";
import { resetTemplate } from "./reset-template.ts";
import { getTemplate, listTemplates } from "./templates.ts";
import { testTemplate } from "./test-template.ts";
import { tryUpdate, updateTemplate } from "./update-template.ts";

/** Create the console routes of the emails to customers. */
export function notificationRoutes(deps: NotificationsDeps): Route[] {
  const renderTrial = createRenderTrial(deps);
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
      (tx, call, mail) => testTemplate(tx, { call, mail }, deps),
    ),
  ];
}
