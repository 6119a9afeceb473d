import { verifyOperator } from "@souk/signing";
import type { CallerLookups } from "../../http/caller-lookups.ts";
import { createTokenReader } from "../../modules/installs/index.ts";
import { findSession } from "../../modules/people/index.ts";
import { findMembership, findStore, toStore } from "../../modules/stores/index.ts";
import type { PlatformResources } from "./resources.ts";

/** Create the functions with which the HTTP server identifies the callers of requests. */
export function createCallerLookups({
  database,
  addresses,
  clock,
  keys,
  config,
}: PlatformResources): CallerLookups {
  const readToken = createTokenReader(database);
  const now = () => new Date(clock.now());
  return {
    async readToken(token) {
      const lookup = await readToken(token);
      return lookup.ok ? { ...lookup, store: toStore(lookup.store, addresses) } : lookup;
    },
    findStore: (handle) => findStore(database, handle, addresses),
    async findSession(sessionId, audience) {
      const session = await findSession(database, { sessionId, audience }, now());
      // Platform staff on a development server may work without a second factor.
      return (
        session && { ...session, must_add_factor: session.must_add_factor && config.mode === "production" }
      );
    },
    findMembership: (storeId, accountId) => findMembership(database, storeId, accountId),
    verifyOperator(header, request) {
      for (const key of keys.operator) {
        const verification = verifyOperator(header, { ...request, now: now() }, key);
        if (verification.ok) return verification.body_sha256;
      }
      return null;
    },
  };
}
