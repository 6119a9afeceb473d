import {
  buildPagePath,
  joinPagePath,
  type PageParts,
  type StoreGateway,
  type StorePage,
} from "@souk/contract";
import type { Database } from "@souk/database";
import type { SessionChange } from "./answer.ts";
import type { SignedIn, Store } from "./call.ts";

/** A request for a server-rendered page, read by the pipeline. */
export interface PageCall {
  request_id: string;
  /** The full URL as the browser sees it, to return to after sign-in. */
  address: string;
  /** Set below `/:store/` on the admin host; the account is then a member, or `signed_in` is null. */
  store: Store | null;
  signed_in: SignedIn | null;
  params: Readonly<Record<string, string>>;
  /** Decoded query pairs as sent, repeats included. */
  query: readonly (readonly [string, string])[];
  /** The fields of a posted form; the CSRF field is checked already. */
  form: ReadonlyMap<string, string>;
  client_address: string;
  /** A fresh nonce for the page's one style element. */
  nonce: string;
}

/**
 * The names of the two programs that run in a browser: the merchants' and staff's on the admin's origin, the
 * partners' on theirs.
 */
export type PanelName = "admin" | "partners";

/** The document of a panel, whose program shows the page. */
export interface PanelAnswer {
  status: number;
  panel: PanelName;
  /** The one origin that the page may show in a frame: that of the opened app (INS-15). */
  frameOrigin?: string;
}

/** A page, or a redirect: redirects are 303, so that a POST never repeats (docs/spec/hardening.md#pages). */
export type PageAnswer = (
  | {
      status: number;
      html: string;
      refreshTo?: string;
      /**
       * Set where the page shows email in frames without script; the frames' content is laid out by style
       * attributes.
       */
      framesMail?: true;
    }
  | PanelAnswer
  | { redirect: string }
) & {
  session?: SessionChange;
  /** Origins that a form of this page may lead to, beside the platform's own. */
  formOrigins?: readonly string[];
};

/** A server-rendered page of the admin or the partners' host. Stays usable without script. */
export interface PageRoute {
  host: "admin" | "partners" | "apex" | "store";
  method: "GET" | "POST";
  /** The path below the host's root; `:store` is a store's handle. */
  path: string;
  /**
   * `account`: the visitor must sign in first. `member`: the visitor must also belong to the store of the
   * path. `staff`: the visitor must also be of the platform's staff.
   */
  visitor: "anyone" | "account" | "member" | "staff";
  /** Whether attempts are counted per address: sign-in, consent. */
  guarded?: boolean;
  handle(database: Database, call: PageCall): Promise<PageAnswer>;
}

/** Write the path of a panel's page as routes have it: `/apps/$id` is `/apps/:id`. */
export function buildRoutePath(base: string, page: string): string {
  return joinPagePath(base, page).replaceAll("$", ":");
}

/** Write the path of a store's page in the admin as routes have it: `/orders/$id` is `/:store/orders/:id`. */
export function buildStoreRoutePath(page: StorePage | StoreGateway): string {
  return buildRoutePath("/:store", page);
}

/** Write the path of a store's page on the admin's origin. */
export function buildStorePath<const P extends StorePage | StoreGateway>(
  { handle }: Pick<Store, "handle">,
  page: P,
  ...parts: PageParts<P>
): string {
  return joinPagePath(`/${handle}`, buildPagePath<P>(page, ...parts));
}
