import {
  type AnswerOf,
  type BodyOf,
  type FieldError,
  type operations,
  refuse,
  refuseField,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { handlesFor } from "../../handles-for.ts";
import { appHandleFault } from "./app-handle.ts";
import { type AppRow, insertApp, type NewApp } from "./app-store.ts";
import { judgeUrls } from "./app-urls.ts";
import { type ClientSecret, issueSecret, shownSecret } from "./client-secret.ts";
import { partnerOf } from "./partner-store.ts";
import type { PartnersWiring } from "./partners-wiring.ts";
import { showApp } from "./shown-app.ts";

type AppInput = BodyOf<typeof operations.registerApp>;

function faultsOf(input: AppInput, wiring: PartnersWiring): FieldError[] {
  const handle = input.handle === undefined ? null : appHandleFault(input.handle);
  return [
    ...(input.name.trim() === "" ? [{ path: "name", message: "Give the app a name." }] : []),
    ...(handle === null ? [] : [{ path: "handle", message: handle }]),
    ...judgeUrls(input, wiring).fields,
  ];
}

// Hexadecimal: one word to a double click, and nobody reads a dash as the end of it.
function clientId(random: PartnersWiring["random"]): string {
  return `souk_app_${Buffer.from(random(16), "base64url").toString("hex")}`;
}

async function insertUnderFreeHandle(
  tx: Queryable,
  app: Omit<NewApp, "handle">,
  { random }: PartnersWiring,
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
 * Registers an app with a client id and its first secret (REG-1 to REG-3).
 *
 * @param order `account`: who registers it; its partner is the owner
 * @returns the app, and its secret, this once
 * @throws Refusal `invalid` naming every field that is wrong
 */
export async function registerApp(
  tx: Queryable,
  { account, input }: { account: { account_id: number; name: string }; input: AppInput },
  wiring: PartnersWiring,
): Promise<AnswerOf<typeof operations.registerApp>> {
  const fields = faultsOf(input, wiring);
  if (fields.length > 0) refuse("invalid", { fields });
  const app: Omit<NewApp, "handle"> = {
    partner_id: await partnerOf(tx, account),
    store_id: null,
    name: input.name.trim(),
    client_id: clientId(wiring.random),
    app_url: input.app_url,
    redirection_urls: input.redirection_urls,
    embedded: input.embedded ?? true,
  };
  const { handle } = input;
  const row =
    handle === undefined
      ? await insertUnderFreeHandle(tx, app, wiring)
      : ((await insertApp(tx, { ...app, handle })) ??
        refuseField("handle", "This handle is already taken; choose another."));
  const issued = await issueSecret(tx, { app_id: row.id, switch_at: null }, wiring);
  const secret = { ...shownSecret(issued.row, "signing"), client_secret: issued.client_secret };
  return { app: await showApp(tx, row, wiring), secret };
}

/** A custom app with its credentials; the secret is shown this once. */
export interface CustomApp {
  id: number;
  handle: string;
  client_id: string;
  client_secret: ClientSecret;
}

/** Registers an app that one store made for itself: it has no partner and no URLs. */
export async function registerCustomApp(
  tx: Queryable,
  { store_id, name }: { store_id: number; name: string },
  wiring: PartnersWiring,
): Promise<CustomApp> {
  const client_id = clientId(wiring.random);
  const none = { app_url: "", redirection_urls: [], embedded: false };
  const app = { ...none, partner_id: null, store_id, name: name.trim(), client_id };
  const { id, handle } = await insertUnderFreeHandle(tx, app, wiring);
  const { client_secret } = await issueSecret(tx, { app_id: id, switch_at: null }, wiring);
  return { id, handle, client_id, client_secret };
}
