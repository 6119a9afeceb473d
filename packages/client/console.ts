import { type Operation, operations, type Surface } from "@souk/contract";
import { panelPathOf } from "./path.ts";
import { type Calls, callsOf, type Send } from "./perform.ts";

export interface ConsoleOptions {
  /** The handle of the shop that is worked in; empty where there is none. */
  store: string;
  /** The token of the signed-in session, which every write carries. */
  csrfToken: string;
  /** Sends with the session's cookie: `fetch` on the panel's own origin. */
  send: Send;
}

type On<S extends Surface> = Calls<Extract<(typeof operations)[keyof typeof operations], { surface: S }>>;

/** What a panel on the admin's origin calls: the shop's own API, and what only people do. */
export type AdminConsole = On<"3.0" | "4.0" | "shop_console" | "admin_console" | "staff_console">;

/** What the partner dashboard calls. */
export type PartnerConsole = On<"partner_console">;

const adminSurfaces: readonly Surface[] = ["3.0", "4.0", "shop_console", "admin_console", "staff_console"];

function consoleOf(on: readonly Surface[], { store, csrfToken, send }: ConsoleOptions): unknown {
  return callsOf(
    Object.values<Operation>(operations).filter(({ surface }) => on.includes(surface)),
    {
      send,
      address: (operation, params, query) => panelPathOf(operation, { ...params, store }, query),
      proof: ({ method }): Record<string, string> => (method === "GET" ? {} : { "x-csrf-token": csrfToken }),
    },
  );
}

/**
 * Calls of a signed-in merchant or member of the platform's staff, for a page on the admin's origin.
 * @throws ApiError for every answer but 200
 */
export function createAdminConsole(options: ConsoleOptions): AdminConsole {
  return consoleOf(adminSurfaces, options) as AdminConsole;
}

/**
 * Calls of a signed-in partner, for a page on the partners' origin.
 * @throws ApiError for every answer but 200
 */
export function createPartnerConsole(options: Omit<ConsoleOptions, "store">): PartnerConsole {
  return consoleOf(["partner_console"], { ...options, store: "" }) as PartnerConsole;
}
