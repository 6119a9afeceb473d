import {
  type FieldError,
  fieldError,
  type OperationBody,
  type OperationResponse,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { listHandleCandidates } from "../../infrastructure/handle-candidates.ts";
import { assertWithinAppQuota } from "../../infrastructure/quotas/index.ts";
import { recordSecurityEvent } from "../security/index.ts";
import { appColumnFunctions } from "./app-columns.ts";
import { buildAppJson } from "./app-json.ts";
import { type AppRow, insertApp, type NewApp } from "./app-store.ts";
import { validateUrls } from "./app-urls.ts";
import { type ClientSecret, issueSecret, toSecretJson } from "./client-secret.ts";
import { findOrCreatePartner } from "./partner-store.ts";
import type { PartnersDeps } from "./partners-deps.ts";

type AppInput = OperationBody<typeof operations.registerApp>;

/** An app to register. */
export interface AppRegistration {
  /** The account that registers the app. The app belongs to the account's partner. */
  account: { account_id: number; name: string };
  input: AppInput;
}

/** A registered app and its secret, which cannot be shown again. */
export type RegisteredApp = OperationResponse<typeof operations.registerApp>;

const handlePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Return why a handle that a partner chose is invalid, or null if it is valid. */
export function findAppHandleError(handle: string): string | null {
  return handlePattern.test(handle)
    ? null
    : "A handle must have 2 to 63 lowercase letters, digits and hyphens, and must not begin or end with a hyphen.";
}

function findErrors(input: AppInput, deps: PartnersDeps): FieldError[] {
  const handleError = input.handle === undefined ? null : findAppHandleError(input.handle);
  return [
    ...(input.name.trim() === "" ? [fieldError("name", "required", {}, "Give the app a name.")] : []),
    ...(handleError === null
      ? []
      : [fieldError("handle", "invalid_format", { format: "handle" }, handleError)]),
    ...validateUrls(input, deps).fields,
  ];
}

// Client ids are hexadecimal, so that a double click selects the whole id and it never ends with a hyphen.
function createClientId(random: PartnersDeps["random"]): string {
  return `souk_app_${Buffer.from(random(16), "base64url").toString("hex")}`;
}

/** Insert an app. Of the handles made from its name, it gets the first that is not taken. */
async function insertWithFirstFreeHandle(
  tx: Queryable,
  app: Omit<NewApp, "handle">,
  { random }: PartnersDeps,
): Promise<AppRow> {
  const suffix = random(9)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  for (const handle of listHandleCandidates(app.name, "app", suffix)) {
    const row = await insertApp(tx, { ...app, handle });
    if (row) return row;
  }
  throw new Error("All handles made from the app's name are taken.");
}

/**
 * Register an app with a client id and its first secret (REG-1 to REG-3).
 * @throws ApiError `invalid` for every invalid field; `partner_suspended`; `quota_exceeded` if the partner has the maximum number
 *   of apps
 */
export async function registerApp(
  tx: Queryable,
  { account, input }: AppRegistration,
  deps: PartnersDeps,
): Promise<RegisteredApp> {
  const fields = findErrors(input, deps);
  if (fields.length > 0) throwApiError("invalid", { fields });
  const partner_id = await findOrCreatePartner(tx, account);
  const app: Omit<NewApp, "handle"> = {
    ...appColumnFunctions.createInitialValues(),
    ...appColumnFunctions.copyProvided(input),
    partner_id,
    store_id: null,
    client_id: createClientId(deps.random),
  };
  const { handle } = input;
  const row =
    handle === undefined
      ? await insertWithFirstFreeHandle(tx, app, deps)
      : ((await insertApp(tx, { ...app, handle })) ??
        throwFieldError("handle", "not_unique", {}, "This handle is already taken. Choose another."));
  await assertWithinAppQuota(tx, partner_id);
  const issuedSecret = await issueSecret(tx, { app_id: row.id, switch_at: null }, deps);
  const secret = { ...toSecretJson(issuedSecret.row, "signing"), client_secret: issuedSecret.client_secret };
  await recordSecurityEvent(tx, {
    kind: "app_registered",
    account_id: account.account_id,
    partner_id,
    app_id: row.id,
  });
  return { app: await buildAppJson(tx, row, deps), secret };
}

/** A custom app with its credentials. The secret cannot be shown again. */
export interface CustomApp {
  id: number;
  handle: string;
  client_id: string;
  client_secret: ClientSecret;
}

/** Register a custom app of a store. It has no partner and no URLs. */
export async function registerCustomApp(
  tx: Queryable,
  { store_id, name }: { store_id: number; name: string },
  deps: PartnersDeps,
): Promise<CustomApp> {
  const client_id = createClientId(deps.random);
  const fields = { ...appColumnFunctions.createInitialValues(), embedded: false, name: name.trim() };
  const app = { ...fields, partner_id: null, store_id, client_id };
  const { id, handle } = await insertWithFirstFreeHandle(tx, app, deps);
  const { client_secret } = await issueSecret(tx, { app_id: id, switch_at: null }, deps);
  return { id, handle, client_id, client_secret };
}
