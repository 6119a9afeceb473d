import { isDeepStrictEqual } from "node:util";
import { fieldError, type OperationBody, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { assertRecentlyVerified } from "../../infrastructure/routing/step-up.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { type AppJson, appColumnFunctions } from "./app-columns.ts";
import { buildAppJson } from "./app-json.ts";
import { lockApp, selectApp, selectPartnerOfApp, updateAppRow } from "./app-store.ts";
import { validateUrls } from "./app-urls.ts";
import type { PartnerAppRef, PartnersDeps } from "./partners-deps.ts";

/** The columns that a person can change only if they have confirmed their identity recently. */
const protectedColumns = ["app_url", "redirection_urls", "requires_pkce"] as const;

/**
 * Update the sent fields of an app's registration (REG-2, REG-3).
 *
 * @throws ApiError `not_found`, also for another partner's app; `partner_suspended`; `invalid` for every invalid field;
 *   `step_up_required` if a URL or `requires_pkce` would change and the person has not confirmed their identity recently
 */
export async function updateApp(
  tx: Queryable,
  request: PartnerAppRef & {
    input: OperationBody<typeof operations.updateApp>;
    signed_in: Pick<SignedIn, "verified_at">;
  },
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
  const changedColumns = protectedColumns.filter(
    (name) => !isDeepStrictEqual(current[name], { ...current, ...changes }[name]),
  );
  // A stranger who could set another App URL would get the session tokens of everybody who opens the app.
  // guard step-up-of-app-urls: without it, http/step-up.test.ts fails
  if (changedColumns.length > 0) assertRecentlyVerified(request.signed_in, deps.clock.now());
  await updateAppRow(tx, current.id, { ...current, ...changes });
  if (changedColumns.length > 0)
    await recordSecurityEvent(tx, {
      kind: "app_changed",
      account_id: request.account_id,
      partner_id: await selectPartnerOfApp(tx, current.id),
      app_id: current.id,
      details: { fields: changedColumns },
    });
  return buildAppJson(tx, (await selectApp(tx, request)) ?? throwApiError("not_found"), deps);
}
