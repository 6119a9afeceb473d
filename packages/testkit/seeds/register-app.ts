import { randomBytes } from "node:crypto";
import type { PlatformClient } from "../test-platform.ts";
import { callConsole } from "./console-call.ts";
import { type Person, signUp } from "./sign-up.ts";

/** A registered app, and its partner, who is signed in to the partner dashboard. */
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
 * @param url the URL of the app's server, for example of a recording receiver
 * @param existingPartner the app's partner; a new partner signs up if omitted
 */
export async function registerApp(
  platform: PlatformClient,
  url: string,
  existingPartner?: Person,
): Promise<SeededApp> {
  const partner = existingPartner ?? (await signUp(platform, "partners"));
  const app_url = `${url}/app`;
  const redirection_url = `${url}/oauth/callback`;
  const name = `App ${randomBytes(5).toString("hex")}`;
  const registerResponse = await callConsole<{
    app: { id: number; handle: string; client_id: string };
    secret: Secret;
  }>(partner.browser, ["POST", `${platform.addresses.partnersOrigin}/api/console/apps.json`], {
    app: { name, app_url, redirection_urls: [redirection_url] },
  });
  const { id, handle, client_id } = registerResponse.app;
  return {
    id,
    name,
    handle,
    client_id,
    client_secret: registerResponse.secret.client_secret,
    app_url,
    redirection_url,
    partner,
  };
}

interface Secret {
  client_secret: string;
}
