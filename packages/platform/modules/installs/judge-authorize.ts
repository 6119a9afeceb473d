import type { Scope } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { appIsSuspended } from "../../suspension.ts";
import { type AppRow, findAppByClientId } from "./app-lookup.ts";
import {
  type AuthorizeProblem,
  type AuthorizeRequest,
  problem,
  readScopes,
  short,
  stateFault,
} from "./authorize-request.ts";

/** A request to authorize that a merchant may be asked about. */
export interface AuthorizeQuestion {
  app: AppRow;
  store_name: string;
  scopes: Scope[];
  /** What the app may do in this shop already; null when it is not installed. */
  granted: ReadonlySet<string> | null;
  redirect_uri: string;
  state: string | null;
}

export type JudgedAuthorize =
  | { ok: true; question: AuthorizeQuestion }
  | { ok: false; problem: AuthorizeProblem };

interface StoreSide {
  name: string;
  suspended: boolean;
  status: "enabled" | "disabled" | "uninstalling" | null;
  scopes: string[] | null;
}

/**
 * Checks a request to authorize: the app, its redirect_uri, scopes, state, and what the shop has of it.
 *
 * The redirect_uri must be character for character a registered one (INS-4): nothing is normalised, so there is nothing
 * that two readers could normalise differently.
 */
export async function judgeAuthorize(
  run: Queryable,
  request: AuthorizeRequest,
  storeId: number,
): Promise<JudgedAuthorize> {
  const app = await findAppByClientId(run, request.client_id);
  if (app === null || (app.kind === "custom" && app.store_id !== storeId))
    return problem(
      "This app is not known",
      `There is no app with the client id “${short(request.client_id)}”.`,
      404,
    );
  if (app.kind === "custom")
    return problem(
      "This app needs no installing",
      `${app.name} is a custom app of this shop and has its token already.`,
    );
  if (app.suspended_at !== null)
    return problem("This app is suspended", `${appIsSuspended(app.name)} It cannot be installed for now.`);
  if (!app.redirection_urls.includes(request.redirect_uri))
    return problem("This request was not let through", addressMessage(app, request));
  const scopes = readScopes(request.scope);
  if (!scopes.ok) return scopes;
  const fault = stateFault(request.state);
  if (fault !== null) return problem("This request was not let through", fault);

  const store = await readStoreSide(run, storeId, app.id);
  if (store.suspended) return problem("This shop is suspended", "No app can be installed into it for now.");
  if (store.status === "disabled")
    return problem(
      "This app is disabled",
      `${app.name} is disabled in this shop. Enable it first, then try again.`,
    );
  const granted = store.status === "enabled" ? new Set(store.scopes) : null;
  const { redirect_uri, state } = request;
  return {
    ok: true,
    question: { app, store_name: store.name, scopes: scopes.scopes, granted, redirect_uri, state },
  };
}

function addressMessage(app: AppRow, { redirect_uri }: AuthorizeRequest): string {
  if (redirect_uri === "") return "It lacks the parameter redirect_uri.";
  return `It asks for the answer to be sent to “${short(redirect_uri)}”, which ${app.name} has not registered. Nothing was sent there.`;
}

async function readStoreSide(run: Queryable, storeId: number, appId: number): Promise<StoreSide> {
  const { rows } = await run.query<StoreSide>(
    `select store.name, store.suspended_at is not null as suspended, installation.status, installation.scopes
     from stores store left join installations installation
       on installation.store_id = store.id and installation.app_id = $2 and installation.status <> 'uninstalled'
     where store.id = $1`,
    [storeId, appId],
  );
  return rows[0] ?? { name: "", suspended: true, status: null, scopes: null };
}
