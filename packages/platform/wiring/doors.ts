import { verifyOperator } from "@souk/signing";
import type { Doors } from "../http/doors.ts";
import { createTokenReader } from "../modules/installs/index.ts";
import { findSession } from "../modules/people/index.ts";
import { findStore, membershipOf, storeOf } from "../modules/stores/index.ts";
import type { House } from "./house.ts";

/** How the pipeline asks the modules who calls. */
export function createDoors({ database, addresses, clock, keys }: House): Doors {
  const readToken = createTokenReader(database);
  const now = () => new Date(clock.now());
  return {
    async readToken(token) {
      const read = await readToken(token);
      return read.ok ? { ...read, store: storeOf(read.store, addresses) } : read;
    },
    findStore: (handle) => findStore(database, handle, addresses),
    findSession: (sessionId, audience) => findSession(database, { sessionId, audience }, now()),
    membershipOf: (storeId, accountId) => membershipOf(database, storeId, accountId),
    verifyOperator(header, request) {
      const verdict = verifyOperator(header, { ...request, now: now() }, keys.operator);
      return verdict.ok ? verdict.body_sha256 : null;
    },
  };
}
