import { refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../routing/call.ts";
import type { InstallsWiring } from "./installs-wiring.ts";
import { shopParameters, signedAddress } from "./signed-address.ts";

/** @throws Refusal `conflict` for an app without an App URL, such as a custom one */
export function requirePage({ app_url }: { app_url: string }): void {
  if (app_url === "") refuse("conflict", { message: "This app has no page that could be opened." });
}

/** A place of an app beside its App URL: a path on that URL's origin, and what is signed with it. */
export interface PlaceInApp {
  path: string;
  parameters: Readonly<Record<string, string>>;
}

interface Opening {
  app: { id: number; app_url: string };
  store: Store;
  at?: PlaceInApp | undefined;
}

/**
 * The App URL of an app for a shop, or a place on its origin, signed at this moment (INS-1, INS-14).
 *
 * @throws Refusal `conflict` for an app without an App URL, such as a custom one
 */
export async function openAddress(
  run: Queryable,
  { app, store, at }: Opening,
  { clock, secrets }: Pick<InstallsWiring, "clock" | "secrets">,
): Promise<string> {
  requirePage(app);
  const nowMs = clock.now();
  const known = await secrets.secretsOf(run, app.id, new Date(nowMs));
  if (known === null) throw new Error(`The app ${app.id} has no client secret to sign with.`);
  const address = at === undefined ? app.app_url : `${new URL(app.app_url).origin}${at.path}`;
  return signedAddress(address, { ...shopParameters(store, nowMs), ...at?.parameters }, known.signing);
}
