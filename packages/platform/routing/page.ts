import type { Database } from "@souk/database";
import type { SessionChange } from "./answer.ts";
import type { SignedIn, Store } from "./call.ts";

/** A request for a server-rendered page, read by the pipeline. */
export interface PageCall {
  request_id: string;
  /** The full address as the browser sees it, to come back to after sign-in. */
  address: string;
  /** Set below `/:store/` on the admin host; the account is then a member, or `signed_in` is null. */
  store: Store | null;
  signed_in: SignedIn | null;
  params: Readonly<Record<string, string>>;
  /** Decoded pairs as sent, repeats included. */
  query: readonly (readonly [string, string])[];
  /** The fields of a posted form; the CSRF field is checked already. */
  form: ReadonlyMap<string, string>;
  client_address: string;
  /** A fresh nonce for the page's one style element. */
  nonce: string;
}

/** The two programs that run in a browser: the merchants' and staff's on the admin's origin, the partners' on theirs. */
export type PanelName = "admin" | "partners";

/** The document of a panel, whose program shows the page. */
export interface PanelAnswer {
  status: number;
  panel: PanelName;
  /** The one origin that the page may show in a frame: that of the app which is opened (INS-15). */
  frameOrigin?: string;
}

/** A page, or where to go: redirects are 303, so that a POST never repeats (hardening.md). */
export type PageAnswer = (
  | {
      status: number;
      html: string;
      refreshTo?: string;
      /** It shows mail in frames without script; what stands in these is laid out by style attributes. */
      framesMail?: true;
    }
  | PanelAnswer
  | { redirect: string }
) & {
  session?: SessionChange;
  /** Origins a form of this page may lead to, beside our own. */
  formOrigins?: readonly string[];
};

/** A server-rendered page of the admin or the partners' host. Stays usable without script. */
export interface PageRoute {
  host: "admin" | "partners" | "apex" | "shop";
  method: "GET" | "POST";
  /** Below the host's root; `:store` is a store's handle. */
  path: string;
  /**
   * `account`: the visitor is sent to sign in first. `member`: and must belong to the store of the path. `staff`: and must be
   * of the platform's staff.
   */
  visitor: "anyone" | "account" | "member" | "staff";
  /** Counted per address: sign-in, consent. */
  guarded?: boolean;
  handle(database: Database, call: PageCall): Promise<PageAnswer>;
}
