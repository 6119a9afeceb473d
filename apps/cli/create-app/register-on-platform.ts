import { ApiError, createPartnerConsole, type Send } from "@souk/client";
import { CliError } from "../cli-error.ts";
import type { NewApp } from "./new-app.ts";
import { sendTo } from "./send-to.ts";

/** What the platform shows once of a new app. */
export interface Credentials {
  client_id: string;
  client_secret: string;
}

/**
 * Registers an app in the partner dashboard, as a partner who signs in for it and out again.
 * @throws CliError with what the platform says against it
 */
export async function registerOnPlatform(
  { name, app_url, redirection_url, platform }: NewApp,
  session: { email: string; password: string },
): Promise<Credentials> {
  const send = inSession(sendTo(platform.origin), platform.origin);
  try {
    const signedIn = await createPartnerConsole({ csrfToken: "", send }).partner.sign_in({ body: session });
    const console = createPartnerConsole({ csrfToken: signedIn.session.csrf_token, send });
    const { app, secret } = await console.apps.register({
      body: { name, app_url, redirection_urls: [redirection_url] },
    });
    // The app is registered, whatever becomes of the session.
    await console.partner.sign_out().catch(() => undefined);
    return { client_id: app.client_id, client_secret: secret.client_secret };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CliError(inWords(error, session.email, platform), { cause: error });
  }
}

/** Keeps the session's cookie, and says as a browser does that the dashboard's own page asks. */
function inSession(send: Send, origin: string): Send {
  let cookie: string | undefined;
  return async (path, init) => {
    const headers = new Headers(init.headers);
    headers.set("origin", origin);
    headers.set("sec-fetch-site", "same-origin");
    if (cookie !== undefined) headers.set("cookie", cookie);
    const answer = await send(path, { ...init, headers });
    cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    return answer;
  };
}

function inWords({ code, message, fields }: ApiError, email: string, { origin }: URL): string {
  if (code === "sign_in_failed")
    return `${origin} does not let ${email} in with this password. --email names another account; SOUK_PASSWORD holds its password.`;
  const details = fields.map((field) => ` ${field.path}: ${field.message}`);
  return `${origin} did not register the app: ${message}${details.join("")}`;
}
