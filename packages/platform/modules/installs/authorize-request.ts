import { isScope, parseScopes, type Scope } from "@souk/contract";

/**
 * Why a request to authorize is rejected, for a page of the platform; nothing is sent to the redirect_uri
 * (INS-4, INS-5).
 */
export interface AuthorizeProblem {
  status: 400 | 404;
  heading: string;
  message: string;
}

/** A request to authorize as it was sent, each parameter once. */
export interface AuthorizeRequest {
  client_id: string;
  redirect_uri: string;
  scope: string | null;
  state: string | null;
}

export type ReadAuthorizeRequest =
  | { ok: true; request: AuthorizeRequest }
  | { ok: false; problem: AuthorizeProblem };

/** Build the problem of a rejected request: a heading with what is wrong, and a message with the details. */
export function problem(
  heading: string,
  message: string,
  status: 400 | 404 = 400,
): { ok: false; problem: AuthorizeProblem } {
  return { ok: false, problem: { status, heading, message } };
}

/**
 * Parse the query of the authorize page. A repeated parameter is rejected first: it would be unclear which of
 * two values the merchant was shown (P38b).
 *
 * @param query pairs decoded once, repeats included
 */
export function readAuthorizeRequest(query: readonly (readonly [string, string])[]): ReadAuthorizeRequest {
  const sent = new Map<string, string>();
  for (const [name, value] of query) {
    if (sent.has(name))
      return problem("This request is ambiguous", `The parameter "${short(name)}" is repeated.`);
    sent.set(name, value);
  }
  const [client, app] = [sent.get("client_id"), sent.get("app_id")];
  if (client !== undefined && app !== undefined && client !== app)
    return problem("This request is ambiguous", "client_id and app_id are different.");
  const client_id = client ?? app ?? "";
  if (client_id === "")
    return problem("The app is missing from this request", "The client_id parameter is missing.");
  const redirect_uri = sent.get("redirect_uri") ?? "";
  const scope = sent.get("scope") ?? null;
  return { ok: true, request: { client_id, redirect_uri, scope, state: sent.get("state") ?? null } };
}

/** Parse the scopes of a request, or return the problem that names those that do not exist (INS-5). */
export function readScopes(
  text: string | null,
): { ok: true; scopes: Scope[] } | { ok: false; problem: AuthorizeProblem } {
  if (text === null)
    return problem(
      "The scopes are missing from this request",
      "The scope parameter is missing. Send it empty when the app needs no scopes.",
    );
  const asked = parseScopes(text);
  const scopes = asked.filter(isScope);
  if (scopes.length === asked.length) return { ok: true, scopes };
  const unknown = asked.filter((scope) => !isScope(scope)).map(short);
  const which = unknown.length === 1 ? "a scope that does not exist" : "scopes that do not exist";
  return problem("This app requests an unknown scope", `The app requests ${which}: ${unknown.join(", ")}.`);
}

const stateLength = 255;

/**
 * Return the error of a request's state, or null. The state is returned inside the signed parameters
 * (docs/spec/decided.md#installation).
 */
export function findStateError(state: string | null): string | null {
  if (state === null) return null;
  if (state.length === 0 || state.length > stateLength)
    return `The state parameter must be 1 to ${stateLength} characters.`;
  if (state.includes("&")) return "The state parameter must not contain the character &.";
  return /\p{Cc}/u.test(state) ? "The state parameter must not contain control characters." : null;
}

/** Shorten a sent text to a length that a page can show. */
export function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
