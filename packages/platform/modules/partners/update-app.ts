import { fieldError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type AppJson, appColumnFunctions } from "./app-columns.ts";
import { buildAppJson } from "./app-json.ts";
import { lockApp, selectApp, updateAppRow } from "./app-store.ts";
import { validateUrls } from "./app-urls.ts";
import type { PartnerAppRef, PartnersDeps } from "./partners-deps.ts";

/**
 * Update the sent fields of an app's registration (REG-2, REG-3).
 *
 * @throws ApiError `not_found`, also for another partner's app; `partner_suspended`; `invalid` for every invalid field
 */
export async function updateApp(
  tx: Queryable,
  request: PartnerAppRef & { input: OperationBody<typeof operations.updateApp> },
  deps: PartnersDeps,
): Promise<AppJson> {
  const current = (await lockApp(tx, request)) ?? throwApiError("not_found");
  const { input } = request;
  const changes = appColumnFunctions.copyProvided(input);
  const fields = [
    ...(changes.name === "" ? [fieldError("name", "required", {}, "Give the app a name.")] : []),
    ...validateUrls(input, deps).fields,
  ];
  if (fields.length > 0) throwApiError("invalid", { fields });
  await updateAppRow(tx, current.id, { ...current, ...changes });
  return buildAppJson(tx, (await selectApp(tx, request)) ?? throwApiError("not_found"), deps);
}
