import { operations } from "@souk/contract";
import { preparedRead, preparedWrite, type Route, read, write } from "../../infrastructure/routing/route.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { createPreviewRenderer } from "./render-preview.ts";
import { renderWithExample } from "./render-with-example.ts";
import type { TemplateRenderer } from "./rendering/template-renderer.ts";
import { resetTemplate } from "./reset-template.ts";
import { sendTestEmail } from "./send-test-email.ts";
import { getTemplate, listTemplates } from "./templates.ts";
import { updateTemplate, validateTexts } from "./update-template.ts";

/** Create the console routes of the templates of emails to customers. */
export function createNotificationRoutes(deps: NotificationsDeps, renderer: TemplateRenderer): Route[] {
  const renderPreview = createPreviewRenderer(deps, renderer);
  return [
    read(operations.listNotificationTemplates, (database, call) => listTemplates(database, call, deps)),
    read(operations.getNotificationTemplate, getTemplate),
    preparedWrite(
      operations.updateNotificationTemplate,
      (database, call) => validateTexts(database, call, renderPreview),
      (tx, call) => updateTemplate(tx, call),
    ),
    write(operations.resetNotificationTemplate, resetTemplate),
    preparedRead(
      operations.previewNotificationTemplate,
      (database, call) => renderWithExample(database, call, renderPreview),
      async (_database, _call, preview) => ({ preview }),
    ),
    preparedWrite(
      operations.testNotificationTemplate,
      (database, call) => renderWithExample(database, call, renderPreview),
      (tx, call, email) => sendTestEmail(tx, { call, email }, deps),
    ),
  ];
}
