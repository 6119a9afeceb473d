import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { InstallsDeps } from "./installs-deps.ts";
import { buildStoreParameters, signedAddress } from "./signed-address.ts";

/** Assert that an app has an App URL. @throws ApiError `conflict` without one, as for a custom app */
export function assertPage({ app_url }: { app_url: string }): void {
  if (app_url === "")
    throwApiError("conflict", {
      message: "This app has no page. Its developer can add one by registering an App URL.",
    });
}

/**
 * A place in an app beside its App URL: a path on that URL's origin, and the parameters that are signed with
 * it.
 */
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
 * Build the App URL of an app for a store, or a place on its origin, signed at this moment (INS-1, INS-14).
 *
 * @throws ApiError `conflict` for an app without an App URL, for example a custom one
 */
export async function openAddress(
  db: Queryable,
  { app, store, at }: Opening,
  { clock, secrets }: Pick<InstallsDeps, "clock" | "secrets">,
): Promise<string> {
  assertPage(app);
  const nowMs = clock.now();
  const known = await secrets.loadSecrets(db, app.id, new Date(nowMs));
  if (known === null) throw new Error(`The app ${app.id} has no client secret to sign with.`);
  const address = at === undefined ? app.app_url : `${new URL(app.app_url).origin}${at.path}`;
  return signedAddress(address, { ...buildStoreParameters(store, nowMs), ...at?.parameters }, known.signing);
}
