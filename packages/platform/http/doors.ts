import type { Installation, SignedIn, Store } from "../routing/call.ts";

/** What a token opens. */
export type TokenRead =
  | { ok: true; installation: Installation; store: Store; scopes: ReadonlySet<string> }
  | { ok: false; reason: "token_invalid" | "token_revoked" | "app_disabled" | "app_suspended" };

/** A member's rights in one store. */
export interface Membership {
  role: "owner" | "manager" | "staff";
  scopes: readonly string[];
}

/** What the pipeline asks the modules in order to know who calls; filled at wiring. */
export interface Doors {
  readToken(token: string): Promise<TokenRead>;
  findStore(handle: string): Promise<Store | null>;
  findSession(
    sessionId: string,
    audience: "admin" | "partners",
  ): Promise<Omit<SignedIn, "role" | "scopes"> | null>;
  membershipOf(storeId: number, accountId: number): Promise<Membership | null>;
  /** The SHA-256 in hex that the signed request's body must have; null when the signature is not good. */
  verifyOperator(header: string | undefined, request: { method: string; path: string }): string | null;
}
