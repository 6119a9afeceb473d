import { type AnswerOf, type BodyOf, isScope, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { insertOrExtend, lockInstallation } from "./installation-store.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { issueAccessToken, revokeTokens } from "./token-store.ts";

type Credentials = AnswerOf<typeof operations.createCustomApp>;
type CustomAppInput = BodyOf<typeof operations.createCustomApp>;

function checkInput({ name, scopes }: CustomAppInput): void {
  const fields = scopes.flatMap((scope, at) =>
    isScope(scope) ? [] : [{ path: `scopes.${at}`, message: "This is not a scope." }],
  );
  if (name.trim() === "") fields.push({ path: "name", message: "Give the app a name." });
  if (fields.length > 0) refuse("invalid", { fields });
}

/**
 * Makes an app of the shop's own, installed at once. Its token and its secret are shown this once.
 *
 * @throws Refusal `invalid` naming each field that is wrong
 */
export async function createCustomApp(
  tx: Queryable,
  { store_id, input }: { store_id: number; input: CustomAppInput },
  { clock, random, registerCustomApp }: InstallsWiring,
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
 * Gives a custom app a new token; the old one fails at once.
 *
 * @param order `id`: of its installation
 * @throws Refusal `not_found`, also for an app that is not a custom one
 */
export async function regenerateToken(
  tx: Queryable,
  { store_id, id }: { store_id: number; id: number },
  { clock, random }: InstallsWiring,
): Promise<Credentials> {
  const row = await lockInstallation(tx, store_id, id);
  if (row === null || row.kind !== "custom" || row.status === "uninstalling") return refuse("not_found");
  await revokeTokens(tx, id, new Date(clock.now()));
  const { client_id, scopes } = row;
  const access_token = await issueAccessToken(tx, { installation_id: id, store_id, scopes }, random);
  return { custom_app: { id, client_id, access_token, scope: scopes.join(",") } };
}
