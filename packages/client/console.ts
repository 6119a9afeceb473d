import { type Operation, operations, type Surface } from "@souk/contract";
import { buildPanelPath } from "./path.ts";
import { type Calls, createCalls, type Send } from "./perform.ts";

/** Options of `createAdminConsole` and `createPartnerConsole`. */
export interface ConsoleOptions {
  /** Handle of the store; empty if no store is open. */
  store: string;
  /** CSRF token of the signed-in session, sent with every write. */
  csrfToken: string;
  /** Sends a request with the session's cookie, such as `fetch` on the panel's origin. */
  send: Send;
}

type SurfaceCalls<S extends Surface> = Calls<
  Extract<(typeof operations)[keyof typeof operations], { surface: S }>
>;

/** Client of a panel on the admin's origin. It has the operations of the store's API and of the consoles on that origin. */
export type AdminConsole = SurfaceCalls<"3.0" | "4.0" | "store_console" | "admin_console" | "staff_console">;

/** Client of the partner dashboard. */
export type PartnerConsole = SurfaceCalls<"partner_console">;

const adminSurfaces: readonly Surface[] = ["3.0", "4.0", "store_console", "admin_console", "staff_console"];

/** Create a client with the operations of these surfaces, for requests with the session's cookie. */
function createConsole(surfaces: readonly Surface[], { store, csrfToken, send }: ConsoleOptions): unknown {
  return createCalls(
    Object.values<Operation>(operations).filter(({ surface }) => surfaces.includes(surface)),
    {
      send,
      buildUrl: (operation, params, query) => buildPanelPath(operation, { ...params, store }, query),
      buildAuthHeaders: ({ method }): Record<string, string> =>
        method === "GET" ? {} : { "x-csrf-token": csrfToken },
    },
  );
}

/**
 * Create the client of a page on the admin's origin, for a signed-in merchant or platform staff member. The client's calls
 * throw ApiError for every status other than 200.
 */
export function createAdminConsole(options: ConsoleOptions): AdminConsole {
  return createConsole(adminSurfaces, options) as AdminConsole;
}

/**
 * Create the client of a page on the partners' origin, for a signed-in partner. The client's calls throw ApiError for every
 * status other than 200.
 */
export function createPartnerConsole(options: Omit<ConsoleOptions, "store">): PartnerConsole {
  return createConsole(["partner_console"], { ...options, store: "" }) as PartnerConsole;
}
