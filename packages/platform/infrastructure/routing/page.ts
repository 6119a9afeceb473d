import {
  type AppEntryPath,
  buildPagePath,
  joinPagePath,
  type PageArguments,
  type StorePage,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { SignedIn, Store } from "./call.ts";
import type { SessionChange } from "./response.ts";

/** A parsed request for a server-rendered page. */
export interface PageCall {
  request_id: string;
  /** The path and query of the page, to return to after signing in. */
  url: string;
  /** The store of a page below `/:store/` on the admin's host; null on other pages, or if the signed-in account is not a member. */
  store: Store | null;
  signed_in: SignedIn | null;
  params: Readonly<Record<string, string>>;
  /** The decoded query parameters in their order, including repeated ones. */
  query: readonly (readonly [string, string])[];
  /** The fields of a posted form, whose CSRF token has been verified. */
  form: ReadonlyMap<string, string>;
  /** The value of the cookie of a pending sign-in, which a browser can set to any text; null if the cookie is missing. */
  pending_id: string | null;
  client_address: string;
  /** The User-Agent header; empty if it is missing. */
  user_agent: string;
  /** The value of the device cookie, which a browser can set to any text; null if the cookie is missing. */
  device_id: string | null;
  /** A new nonce for the page's style element. */
  nonce: string;
}

/**
 * The names of the two panels: the merchant admin, which includes the staff console, and the partner dashboard.
 */
export type PanelName = "admin" | "partners";

/** A response with the HTML of a panel, whose scripts then show the page. */
export interface PanelResponse {
  status: number;
  panel: PanelName;
  /** The only origin that the page may show in a frame, which is the origin of the opened app (INS-15). */
  frameOrigin?: string;
}

/**
 * A page or a redirect. Redirects have the status 303, so that reloading never repeats a POST
 * (docs/spec/hardening.md#pages).
 */
export type PageResponse = (
  | {
      status: number;
      html: string;
      /** The path that the page opens immediately after it is shown, by the header Refresh. */
      refreshTo?: string;
      /**
       * Set if the page shows emails in frames without scripts. It then allows style attributes, which emails need.
       */
      framesEmail?: true;
      /** Set if the page has a script with its nonce. The page must say what to do without scripts. */
      runsScript?: true;
    }
  | PanelResponse
  | { redirect: string }
) & {
  session?: SessionChange;
  /** The time until the form can be sent again, for the header Retry-After. */
  retryAfterSeconds?: number | undefined;
  /** Other origins that a form of this page may submit to, or that its response may redirect to. */
  formOrigins?: readonly string[];
};

/** A server-rendered page, which works without scripts, or a page of a panel. */
export interface PageRoute {
  host: "admin" | "partners" | "apex" | "store";
  method: "GET" | "POST";
  /** The path on the host, in which `:store` is a store's handle. */
  path: string;
  /**
   * Who may visit the page. `account` requires a signed-in visitor, `member` a member of the store in the path, and
   * `staff` a staff account.
   */
  visitor: "anyone" | "account" | "member" | "staff";
  /**
   * The limit per IP address on POST requests. `people` counts the requests of each page separately. `passwords` has one count
   * for the requests of all forms with a password, and `emails` has one count for the requests of all forms that send a link to
   * an email address.
   */
  throttle?: "people" | "passwords" | "emails";
  /**
   * Whether the visitor must have proved who they are within the last 15 minutes. A visitor who has not done so gets the page
   * where they can do it.
   */
  needsStepUp?: boolean;
  handle(database: Database, call: PageCall): Promise<PageResponse>;
}

/** Convert the path of a panel's page to a route path: `/apps/$id` becomes `/apps/:id`. */
export function buildRoutePath(base: string, page: string): string {
  return joinPagePath(base, page).replaceAll("$", ":");
}

/** Convert the path of a store's page to a route path in the admin: `/orders/$id` becomes `/:store/orders/:id`. */
export function buildStoreRoutePath(page: StorePage | AppEntryPath): string {
  return buildRoutePath("/:store", page);
}

/** Build the path of a store's page on the admin's origin. */
export function buildStorePath<const P extends StorePage | AppEntryPath>(
  { handle }: Pick<Store, "handle">,
  page: P,
  ...parts: PageArguments<P>
): string {
  return joinPagePath(`/${handle}`, buildPagePath<P>(page, ...parts));
}
