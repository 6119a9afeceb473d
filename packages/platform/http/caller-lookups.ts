import type { Right, Role } from "@souk/contract";
import type { Installation, SignedIn, Store } from "../infrastructure/routing/call.ts";

/** The result of looking up an access token. */
export type TokenLookup =
  | { ok: true; installation: Installation; store: Store; scopes: ReadonlySet<string> }
  | { ok: false; reason: "token_invalid" | "token_revoked" | "app_disabled" | "app_suspended" };

/** A member's role in one store. */
export interface Membership {
  role: Role;
  /** All rights that the member has by the role. */
  rights: readonly Right[];
  /** The installations whose apps the member may open although the member's rights do not cover the apps' scopes. */
  installation_ids: readonly number[];
}

/** The functions with which the request pipeline identifies callers. The modules supply them (runtime/composition). */
export interface CallerLookups {
  readToken(token: string): Promise<TokenLookup>;
  findStore(handle: string): Promise<Store | null>;
  findSession(
    sessionId: string,
    audience: "admin" | "partners",
  ): Promise<Omit<SignedIn, keyof Membership | "scopes"> | null>;
  findMembership(storeId: number, accountId: number): Promise<Membership | null>;
  /**
   * Verify an operator's signature. Returns the SHA-256, in hex, that the body must have, or null if the
   * signature is invalid.
   */
  verifyOperator(header: string | undefined, request: { method: string; path: string }): string | null;
}
