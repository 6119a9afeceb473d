import { randomBytes } from "node:crypto";
import type { ReachedPlatform } from "../test-platform.ts";
import { consoleCall } from "./console-call.ts";
import { type Person, signUp } from "./sign-up.ts";

/** An app with its partner, signed in at the partner dashboard. */
export interface SeededApp {
  id: number;
  name: string;
  handle: string;
  client_id: string;
  client_secret: string;
  app_url: string;
  redirection_url: string;
  partner: Person;
}

/**
 * Register an app over HTTP.
 * @param url the address of its server, for example that of a recording receiver
 * @param owner its partner; a new one when omitted
 */
export async function registerApp(testing: ReachedPlatform, url: string, owner?: Person): Promise<SeededApp> {
  const partner = owner ?? (await signUp(testing, "partners"));
  const app_url = `${url}/app`;
  const redirection_url = `${url}/oauth/callback`;
  const name = `App ${randomBytes(5).toString("hex")}`;
  const made = await consoleCall<{ app: { id: number; handle: string; client_id: string }; secret: Secret }>(
    partner.browser,
    ["POST", `${testing.addresses.partnersOrigin}/api/console/apps.json`],
    { app: { name, app_url, redirection_urls: [redirection_url] } },
  );
  const { id, handle, client_id } = made.app;
  return {
    id,
    name,
    handle,
    client_id,
    client_secret: made.secret.client_secret,
    app_url,
    redirection_url,
    partner,
  };
}

interface Secret {
  client_secret: string;
}
