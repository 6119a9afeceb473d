import { isScope, parseScopes, type Scope } from "@souk/contract";

/** Why a request to authorize is refused, for a page of ours; nothing is sent to the redirect_uri (INS-4, INS-5). */
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

/** A refusal in words for the merchant: what is wrong in a line, and what the request lacks or has. */
export function problem(
  heading: string,
  message: string,
  status: 400 | 404 = 400,
): { ok: false; problem: AuthorizeProblem } {
  return { ok: false, problem: { status, heading, message } };
}

/**
 * Reads the query of the authorize page. A parameter that comes twice is refused first: of two values nobody could say
 * which one the merchant was shown (P38b).
 *
 * @param query pairs decoded once, repeats included
 */
export function readAuthorizeRequest(query: readonly (readonly [string, string])[]): ReadAuthorizeRequest {
  const sent = new Map<string, string>();
  for (const [name, value] of query) {
    if (sent.has(name))
      return problem("This request is not clear", `It gives the parameter “${short(name)}” more than once.`);
    sent.set(name, value);
  }
  const [client, app] = [sent.get("client_id"), sent.get("app_id")];
  if (client !== undefined && app !== undefined && client !== app)
    return problem("This request is not clear", "Its client_id and its app_id differ.");
  const client_id = client ?? app ?? "";
  if (client_id === "") return problem("This request names no app", "It lacks the parameter client_id.");
  const redirect_uri = sent.get("redirect_uri") ?? "";
  const scope = sent.get("scope") ?? null;
  return { ok: true, request: { client_id, redirect_uri, scope, state: sent.get("state") ?? null } };
}

/** The scopes of a request, or the problem that names those that do not exist (INS-5). */
export function readScopes(
  text: string | null,
): { ok: true; scopes: Scope[] } | { ok: false; problem: AuthorizeProblem } {
  if (text === null)
    return problem(
      "This request names no scopes",
      "It lacks the parameter scope; an app that needs none sends it empty.",
    );
  const asked = parseScopes(text);
  const scopes = asked.filter(isScope);
  if (scopes.length === asked.length) return { ok: true, scopes };
  const unknown = asked.filter((scope) => !isScope(scope)).map(short);
  const which = unknown.length === 1 ? "a scope that does not exist" : "scopes that do not exist";
  return problem("This app asks for something unknown", `It asks for ${which}: ${unknown.join(", ")}.`);
}

const stateLength = 255;

/** What is wrong with the state of a request, or null. It is handed back inside the signed parameters (gaps.md). */
export function stateFault(state: string | null): string | null {
  if (state === null) return null;
  if (state.length === 0 || state.length > stateLength)
    return `The parameter state takes 1 to ${stateLength} characters.`;
  if (state.includes("&")) return "The parameter state must not contain the character &.";
  return /\p{Cc}/u.test(state) ? "The parameter state must not contain control characters." : null;
}

/** A text of a stranger's, cut to what a page can show. */
export function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
