import type { Surface } from "./operation.ts";

/**
 * Host and base path of each surface. `:store` is a store's handle. `adminBase` is the base path on the admin host for
 * surfaces that the admin host serves too.
 */
export const surfaces = {
  "3.0": { host: "store", base: "/api/3.0", adminBase: "/:store/api/3.0" },
  "4.0": { host: "store", base: "/api/4.0", adminBase: "/:store/api/4.0" },
  store_console: { host: "admin", base: "/:store/api/console", adminBase: null },
  admin_console: { host: "admin", base: "/api/console", adminBase: null },
  // No store can have the handle `api`, so this path cannot be that of a store.
  staff_console: { host: "admin", base: "/api/staff", adminBase: null },
  partner_console: { host: "partners", base: "/api/console", adminBase: null },
} as const satisfies Record<
  Surface,
  { host: "store" | "admin" | "partners"; base: string; adminBase: string | null }
>;

/**
 * Handles that no store can have, because they are hosts or paths of the platform, or because people or programs would take the
 * hostname for the platform's own.
 */
export const reservedHandles = [
  "admin",
  "partners",
  "www",
  "api",
  "apps",
  "staff",
  "docs",
  "mail",
  "files",
  "assets",
  "sign-in",
  "sign-up",
  "sign-out",
  "health",
  "metrics",
  "account",
  "accounts",
  "auth",
  "autoconfig",
  "autodiscover",
  "billing",
  "cdn",
  "checkout",
  "dashboard",
  "help",
  "login",
  "logout",
  "mta-sts",
  "oauth",
  "operator",
  "pay",
  "payments",
  "postmaster",
  "root",
  "security",
  "signin",
  "signup",
  "status",
  "support",
  "webmail",
  "wpad",
] as const;
