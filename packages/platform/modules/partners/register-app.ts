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
import { handlesFor } from "../../infrastructure/handles-for.ts";
import { appColumnUses } from "./app-columns.ts";
import { type AppRow, insertApp, type NewApp } from "./app-store.ts";
import { validateUrls } from "./app-urls.ts";
import { type ClientSecret, issueSecret, shownSecret } from "./client-secret.ts";
import { findOrCreatePartner } from "./partner-store.ts";
import type { PartnersDeps } from "./partners-deps.ts";
import { showApp } from "./shown-app.ts";

type AppInput = OperationBody<typeof operations.registerApp>;

/** An app to register. */
export interface AppRegistration {
  /** The person who registers it; their partner owns the app. */
  account: { account_id: number; name: string };
  input: AppInput;
}

/** A registered app, and its secret, which is shown only this once. */
export type RegisteredApp = OperationResponse<typeof operations.registerApp>;

const shape = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Return the error of a handle that a partner chose, or null. */
export function findAppHandleError(handle: string): string | null {
  return shape.test(handle)
    ? null
    : "A handle must have 2 to 63 lowercase letters, digits and hyphens, and must not begin or end with a hyphen.";
}

function findErrors(input: AppInput, deps: PartnersDeps): FieldError[] {
  const handle = input.handle === undefined ? null : findAppHandleError(input.handle);
  return [
    ...(input.name.trim() === "" ? [fieldError("name", "required", {}, "Give the app a name.")] : []),
    ...(handle === null ? [] : [fieldError("handle", "invalid_format", { format: "handle" }, handle)]),
    ...validateUrls(input, deps).fields,
  ];
}

// Hexadecimal: a double click selects all of it, and no dash looks like its end.
function clientId(random: PartnersDeps["random"]): string {
  return `souk_app_${Buffer.from(random(16), "base64url").toString("hex")}`;
}

async function insertUnderFreeHandle(
  tx: Queryable,
  app: Omit<NewApp, "handle">,
  { random }: PartnersDeps,
): Promise<AppRow> {
  const end = random(9)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  for (const handle of handlesFor(app.name, "app", end)) {
    const row = await insertApp(tx, { ...app, handle });
    if (row) return row;
  }
  throw new Error("No handle made of the app's name was free.");
}

/**
 * Register an app with a client id and its first secret (REG-1 to REG-3).
 * @throws ApiError `invalid` naming every field that is wrong
 */
export async function registerApp(
  tx: Queryable,
  { account, input }: AppRegistration,
  deps: PartnersDeps,
): Promise<RegisteredApp> {
  const fields = findErrors(input, deps);
  if (fields.length > 0) throwApiError("invalid", { fields });
  const app: Omit<NewApp, "handle"> = {
    ...appColumnUses.createInitial(),
    ...appColumnUses.copySent(input),
    partner_id: await findOrCreatePartner(tx, account),
    store_id: null,
    client_id: clientId(deps.random),
  };
  const { handle } = input;
  const row =
    handle === undefined
      ? await insertUnderFreeHandle(tx, app, deps)
      : ((await insertApp(tx, { ...app, handle })) ??
        throwFieldError("handle", "not_unique", {}, "This handle is already taken. Choose another."));
  const issued = await issueSecret(tx, { app_id: row.id, switch_at: null }, deps);
  const secret = { ...shownSecret(issued.row, "signing"), client_secret: issued.client_secret };
  return { app: await showApp(tx, row, deps), secret };
}

/** A custom app with its credentials; the secret is shown only this once. */
export interface CustomApp {
  id: number;
  handle: string;
  client_id: string;
  client_secret: ClientSecret;
}

/** Register an app that a store made for itself: it has no partner and no URLs. */
export async function registerCustomApp(
  tx: Queryable,
  { store_id, name }: { store_id: number; name: string },
  deps: PartnersDeps,
): Promise<CustomApp> {
  const client_id = clientId(deps.random);
  const fields = { ...appColumnUses.createInitial(), embedded: false, name: name.trim() };
  const app = { ...fields, partner_id: null, store_id, client_id };
  const { id, handle } = await insertUnderFreeHandle(tx, app, deps);
  const { client_secret } = await issueSecret(tx, { app_id: id, switch_at: null }, deps);
  return { id, handle, client_id, client_secret };
}
