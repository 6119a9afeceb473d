import {
  fieldError,
  isScope,
  type OperationBody,
  type OperationResponse,
  type operations,
  throwApiError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { insertOrExtend, lockInstallation } from "./installation-store.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { issueAccessToken, revokeTokens } from "./token-store.ts";

type Credentials = OperationResponse<typeof operations.createCustomApp>;
type CustomAppInput = OperationBody<typeof operations.createCustomApp>;

function checkInput({ name, scopes }: CustomAppInput): void {
  const fields = scopes.flatMap((scope, index) =>
    isScope(scope)
      ? []
      : [fieldError(`scopes.${index}`, "not_found", { resource: "scope" }, "{field} is not a scope.")],
  );
  if (name.trim() === "") fields.push(fieldError("name", "required", {}, "Give the app a name."));
  if (fields.length > 0) throwApiError("invalid", { fields });
}

/**
 * Create a custom app of the store, installed at once. Its token and its secret are shown only this once.
 *
 * @throws ApiError `invalid` naming each field that is wrong
 */
export async function createCustomApp(
  tx: Queryable,
  { store_id, input }: { store_id: number; input: CustomAppInput },
  { clock, random, registerCustomApp }: InstallsDeps,
): Promise<Credentials> {
  checkInput(input);
  const scopes = [...new Set(input.scopes)];
  const {
    id: app_id,
    client_id,
    client_secret,
  } = await registerCustomApp(tx, { store_id, name: input.name });
  const made = await insertOrExtend(tx, { store_id, app_id, scopes }, new Date(clock.now()));
  if (made === null) throw new Error("A new custom app was installed already.");
  const grant = { installation_id: made.id, store_id, scopes };
  const access_token = await issueAccessToken(tx, grant, random);
  return { custom_app: { id: made.id, client_id, client_secret, access_token, scope: scopes.join(",") } };
}

/**
 * Create a new token for a custom app; the old one fails at once.
 *
 * @param order `id`: of its installation
 * @throws ApiError `not_found`, also for an app that is not a custom one
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
  const { client_id, scopes } = row;
  const access_token = await issueAccessToken(tx, { installation_id: id, store_id, scopes }, random);
  return { custom_app: { id, client_id, access_token, scope: scopes.join(",") } };
}
