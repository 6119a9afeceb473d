import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import { buildSignedUrl, buildStoreParameters } from "./build-signed-url.ts";
import type { InstallsDeps } from "./installs-deps.ts";

/** Assert that an app has an App URL. @throws ApiError `conflict` if it has none. Custom apps have none. */
export function assertHasAppUrl({ app_url }: { app_url: string }): void {
  if (app_url === "")
    throwApiError("conflict", {
      message: "This app has no page. Its developer can add one by registering an App URL.",
    });
}

/** A URL to open in an app instead of the App URL: a path on the App URL's origin, and parameters for the signed query. */
export interface AppTarget {
  path: string;
  parameters: Readonly<Record<string, string>>;
}

interface OpenRequest {
  app: { id: number; app_url: string };
  store: Store;
  /** If the target is absent, the App URL is opened. */
  target?: AppTarget | undefined;
}

/**
 * Build the signed URL that opens an app for a store (INS-1, INS-14). The URL has a new timestamp and signature each time.
 *
 * @throws ApiError `conflict` if the app has no App URL. Custom apps have none.
 */
export async function buildAppUrl(
  db: Queryable,
  { app, store, target }: OpenRequest,
  { clock, secrets }: Pick<InstallsDeps, "clock" | "secrets">,
): Promise<string> {
  assertHasAppUrl(app);
  const nowMs = clock.now();
  const appSecrets = await secrets.loadSecrets(db, app.id, new Date(nowMs));
  if (appSecrets === null) throw new Error(`The app ${app.id} has no client secret to sign with.`);
  const url = target === undefined ? app.app_url : `${new URL(app.app_url).origin}${target.path}`;
  const parameters = { ...buildStoreParameters(store, nowMs), ...target?.parameters };
  return buildSignedUrl(url, parameters, appSecrets.signing);
}
