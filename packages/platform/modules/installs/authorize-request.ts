import { isScope, parseScopes, type Scope } from "@souk/contract";

/**
 * Why a request to authorize is rejected. A page of the platform shows the reason, and nothing is sent to the
 * `redirect_uri` (INS-4, INS-5).
 */
export interface AuthorizeProblem {
  status: 400 | 404;
  heading: string;
  message: string;
}

/** The parameters of a request to authorize, before they are validated. */
export interface AuthorizeRequest {
  client_id: string;
  redirect_uri: string;
  scope: string | null;
  state: string | null;
  code_challenge: string | null;
  code_challenge_method: string | null;
}

/** The parsed request to authorize, or why it cannot be parsed. */
export type AuthorizeRequestResult =
  | { ok: true; request: AuthorizeRequest }
  | { ok: false; problem: AuthorizeProblem };

/** Build the result for a rejected request. @param heading what is wrong @param message the details */
export function createProblem(
  heading: string,
  message: string,
  status: 400 | 404 = 400,
): { ok: false; problem: AuthorizeProblem } {
  return { ok: false, problem: { status, heading, message } };
}

/**
 * Parse the query of the authorize page. A repeated parameter is rejected, because it would be unclear which of the
 * two values the merchant sees (P38b).
 *
 * @param query the decoded name-value pairs, including repeated ones
 */
export function readAuthorizeRequest(query: readonly (readonly [string, string])[]): AuthorizeRequestResult {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    if (parameters.has(name))
      return createProblem("This request is ambiguous", `The parameter "${truncateText(name)}" is repeated.`);
    parameters.set(name, value);
  }
  const clientId = parameters.get("client_id");
  const appId = parameters.get("app_id");
  if (clientId !== undefined && appId !== undefined && clientId !== appId)
    return createProblem("This request is ambiguous", "client_id and app_id are different.");
  const client_id = clientId ?? appId ?? "";
  if (client_id === "")
    return createProblem("The app is missing from this request", "The client_id parameter is missing.");
  const redirect_uri = parameters.get("redirect_uri") ?? "";
  const getOptional = (name: string): string | null => parameters.get(name) ?? null;
  const request = {
    client_id,
    redirect_uri,
    scope: getOptional("scope"),
    state: getOptional("state"),
    code_challenge: getOptional("code_challenge"),
    code_challenge_method: getOptional("code_challenge_method"),
  };
  return { ok: true, request };
}

/** Parse the scopes of a request. If some scopes do not exist, return a problem that lists them (INS-5). */
export function readScopes(
  text: string | null,
): { ok: true; scopes: Scope[] } | { ok: false; problem: AuthorizeProblem } {
  if (text === null)
    return createProblem(
      "The scopes are missing from this request",
      "The scope parameter is missing. Send an empty scope parameter if the app needs no scopes.",
    );
  const requestedScopes = parseScopes(text);
  const scopes = requestedScopes.filter(isScope);
  if (scopes.length === requestedScopes.length) return { ok: true, scopes };
  const unknownScopes = requestedScopes.filter((scope) => !isScope(scope)).map(truncateText);
  const subject = unknownScopes.length === 1 ? "a scope that does not exist" : "scopes that do not exist";
  return createProblem(
    "This app requests an unknown scope",
    `The app requests ${subject}: ${unknownScopes.join(", ")}.`,
  );
}

/** The maximum number of characters of a request's state. */
const maxStateLength = 255;

/**
 * Return why a request's state is invalid, or null if it is valid. The state becomes one of the signed parameters of the
 * redirect (docs/spec/decided.md#installation).
 */
export function findStateError(state: string | null): string | null {
  if (state === null) return null;
  if (state.length === 0 || state.length > maxStateLength)
    return `The state parameter must be 1 to ${maxStateLength} characters.`;
  if (state.includes("&")) return "The state parameter must not contain the character &.";
  return /\p{Cc}/u.test(state) ? "The state parameter must not contain control characters." : null;
}

/** Truncate a parameter's text to a length that a page can show. */
export function truncateText(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
