import { fieldError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { appColumnUses, type ShownApp } from "./app-columns.ts";
import { lockApp, selectApp, updateAppRow } from "./app-store.ts";
import { validateUrls } from "./app-urls.ts";
import type { OwnApp, PartnersDeps } from "./partners-deps.ts";
import { showApp } from "./shown-app.ts";

/**
 * Update the sent fields of an app's registration; omitted fields stay (REG-2, REG-3).
 *
 * @throws ApiError `not_found`, also for another partner's app; `invalid` naming every field that is wrong
 */
export async function updateApp(
  tx: Queryable,
  order: OwnApp & { input: OperationBody<typeof operations.updateApp> },
  deps: PartnersDeps,
): Promise<ShownApp> {
  const before = (await lockApp(tx, order)) ?? throwApiError("not_found");
  const { input } = order;
  const sent = appColumnUses.copySent(input);
  const fields = [
    ...(sent.name === "" ? [fieldError("name", "required", {}, "Give the app a name.")] : []),
    ...validateUrls(input, deps).fields,
  ];
  if (fields.length > 0) throwApiError("invalid", { fields });
  await updateAppRow(tx, before.id, { ...before, ...sent });
  return showApp(tx, (await selectApp(tx, order)) ?? throwApiError("not_found"), deps);
}
