import {
  fieldError,
  isScope,
  type OperationBody,
  type OperationResponse,
  type operations,
  throwApiError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordSecurityEvent } from "../security/index.ts";
import { insertOrExtendInstallation, lockInstallation } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { issueAccessToken, revokeTokens } from "./token-store.ts";

type Credentials = OperationResponse<typeof operations.createCustomApp>;
type CustomAppInput = OperationBody<typeof operations.createCustomApp>;

function assertValidInput({ name, scopes }: CustomAppInput): void {
  const fields = scopes.flatMap((scope, index) =>
    isScope(scope)
      ? []
      : [fieldError(`scopes.${index}`, "not_found", { resource: "scope" }, "{field} is not a scope.")],
  );
  if (name.trim() === "") fields.push(fieldError("name", "required", {}, "Give the app a name."));
  if (fields.length > 0) throwApiError("invalid", { fields });
}

// Each app has its own rate limit. Without a maximum number of apps, a store could avoid the rate limit by creating more apps.
const maxCustomApps = 20;

/** Assert that the store can have one more custom app. Concurrent calls wait for each other. @throws ApiError `conflict` */
async function assertBelowMaximum(tx: Queryable, storeId: number): Promise<void> {
  await tx.query("select from stores where id = $1 for no key update", [storeId]);
  const { count } = await tx.one<{ count: number }>(
    `select count(*) as count from installations i join apps app on app.id = i.app_id
     where i.store_id = $1 and app.kind = 'custom' and i.status <> 'uninstalled'`,
    [storeId],
  );
  if (count >= maxCustomApps)
    throwApiError("conflict", {
      message: `A store can have at most ${maxCustomApps} custom apps. Remove one that is no longer needed.`,
    });
}

/**
 * Create a custom app of the store, install it and issue its first token. No other response contains this token or the app's
 * secret.
 *
 * @throws ApiError `invalid` for `name` or `scopes.<index>`; `conflict` if the store has the maximum number of custom apps
 */
export async function createCustomApp(
  tx: Queryable,
  { store_id, input }: { store_id: number; input: CustomAppInput },
  { clock, random, registerCustomApp }: InstallsDeps,
): Promise<Credentials> {
  assertValidInput(input);
  await assertBelowMaximum(tx, store_id);
  const scopes = [...new Set(input.scopes)];
  const {
    id: app_id,
    client_id,
    client_secret,
  } = await registerCustomApp(tx, { store_id, name: input.name });
  const installation = await insertOrExtendInstallation(
    tx,
    { store_id, app_id, scopes },
    new Date(clock.now()),
  );
  if (installation === null) throw new Error("A new custom app was installed already.");
  const grant = { installation_id: installation.id, store_id, scopes };
  const access_token = await issueAccessToken(tx, grant, random);
  const { id } = installation;
  await recordSecurityEvent(tx, { kind: "custom_app_created", store_id, app_id, details: { scopes } });
  return { custom_app: { id, client_id, client_secret, access_token, scope: scopes.join(",") } };
}

/**
 * Create a new token for a custom app and revoke the app's previous tokens.
 *
 * @param id the id of the app's installation
 * @throws ApiError `not_found`, also for a public app
 */
export async function regenerateToken(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  { clock, random }: InstallsDeps,
): Promise<Credentials> {
  const row = await lockInstallation(tx, store_id, id);
  if (row === null || row.kind !== "custom" || row.status === "uninstalling")
    return throwApiError("not_found");
  await revokeTokens(tx, id, new Date(clock.now()));
  const { client_id, scopes, app_id } = row;
  const access_token = await issueAccessToken(tx, { installation_id: id, store_id, scopes }, random);
  await recordSecurityEvent(tx, { kind: "custom_app_token_replaced", store_id, app_id, details: { scopes } });
  return { custom_app: { id, client_id, access_token, scope: scopes.join(",") } };
}
