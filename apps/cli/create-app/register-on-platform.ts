import { ApiError, createPartnerConsole, type Send } from "@souk/client";
import { CliError } from "../cli-error.ts";
import type { NewApp } from "./new-app.ts";
import { createSender } from "./send-to.ts";

/** The credentials of a registered app. The platform shows the secret only once. */
export interface Credentials {
  client_id: string;
  client_secret: string;
}

/**
 * Sign in to the partner dashboard, register an app and sign out.
 * @throws CliError with the platform's error message
 */
export async function registerOnPlatform(
  { name, app_url, redirection_url, platform }: NewApp,
  account: { email: string; password: string },
): Promise<Credentials> {
  const send = withSession(createSender(platform.origin), platform.origin);
  try {
    const signInResponse = await createPartnerConsole({ csrfToken: "", send }).partner.sign_in({
      body: account,
    });
    const partnerConsole = createPartnerConsole({ csrfToken: signInResponse.session.csrf_token, send });
    const { app, secret } = await partnerConsole.apps.register({
      body: { name, app_url, redirection_urls: [redirection_url] },
    });
    // The app is registered even if signing out fails.
    await partnerConsole.partner.sign_out().catch(() => undefined);
    return { client_id: app.client_id, client_secret: secret.client_secret };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CliError(formatError(error, account.email, platform), { cause: error });
  }
}

/** Wrap `send` so that it keeps the session's cookie, and sends the headers `origin` and `sec-fetch-site` like a browser. */
function withSession(send: Send, origin: string): Send {
  let cookie: string | undefined;
  return async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set("origin", origin);
    headers.set("sec-fetch-site", "same-origin");
    if (cookie !== undefined) headers.set("cookie", cookie);
    const response = await send(path, { ...init, headers });
    cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return response;
  };
}

function formatError({ code, message, fields }: ApiError, email: string, { origin }: URL): string {
  if (code === "sign_in_failed")
    return `${origin} rejected the email or password of ${email}. Use --email for another account and SOUK_PASSWORD for its password.`;
  // The message already contains the first field's error.
  const details = fields.slice(1).map((field) => ` ${field.message}`);
  return `${origin} did not register the app: ${message}${details.join("")}`;
}
