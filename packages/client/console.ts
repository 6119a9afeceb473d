import { type Operation, operations, type Surface } from "@souk/contract";
import { buildPanelPath } from "./path.ts";
import { type Calls, createCalls, type Send } from "./perform.ts";

export interface ConsoleOptions {
  /** Handle of the store, or empty without a store. */
  store: string;
  /** CSRF token of the signed-in session, sent with every write. */
  csrfToken: string;
  /** Sends requests with the session's cookie: `fetch` on the panel's own origin. */
  send: Send;
}

type SurfaceCalls<S extends Surface> = Calls<
  Extract<(typeof operations)[keyof typeof operations], { surface: S }>
>;

/** Client of a panel on the admin's origin: the store's API and the console operations. */
export type AdminConsole = SurfaceCalls<"3.0" | "4.0" | "store_console" | "admin_console" | "staff_console">;

/** Client of the partner dashboard. */
export type PartnerConsole = SurfaceCalls<"partner_console">;

const adminSurfaces: readonly Surface[] = ["3.0", "4.0", "store_console", "admin_console", "staff_console"];

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
 * Create a client for a signed-in merchant or platform staff member, for a page on the admin's origin.
 * @throws ApiError for every status but 200
 */
export function createAdminConsole(options: ConsoleOptions): AdminConsole {
  return createConsole(adminSurfaces, options) as AdminConsole;
}

/**
 * Create a client for a signed-in partner, for a page on the partners' origin.
 * @throws ApiError for every status but 200
 */
export function createPartnerConsole(options: Omit<ConsoleOptions, "store">): PartnerConsole {
  return createConsole(["partner_console"], { ...options, store: "" }) as PartnerConsole;
}
