import type { Installation, SignedIn, Store } from "../infrastructure/routing/call.ts";

/** The access that a token gives. */
export type TokenRead =
  | { ok: true; installation: Installation; store: Store; scopes: ReadonlySet<string> }
  | { ok: false; reason: "token_invalid" | "token_revoked" | "app_disabled" | "app_suspended" };

/** A member's rights in one store. */
export interface Membership {
  role: "owner" | "manager" | "staff";
  scopes: readonly string[];
}

/** What the pipeline asks the modules in order to know who calls; the composition fills it. */
export interface CallerLookups {
  readToken(token: string): Promise<TokenRead>;
  findStore(handle: string): Promise<Store | null>;
  findSession(
    sessionId: string,
    audience: "admin" | "partners",
  ): Promise<Omit<SignedIn, "role" | "scopes"> | null>;
  findMembership(storeId: number, accountId: number): Promise<Membership | null>;
  /**
   * Verify an operator's signature. Returns the SHA-256 in hex that the body must have; null when the
   * signature is invalid.
   */
  verifyOperator(header: string | undefined, request: { method: string; path: string }): string | null;
}
