import { assertAccess, type Operation } from "@souk/contract";
import type { SignedIn, Store } from "../../../infrastructure/routing/call.ts";
import { installsModule } from "../index.ts";
import type { InstallFixture } from "./install-fixture.ts";

/** Call a console operation of this module without HTTP, in a transaction if the route needs one. */
export async function callConsole<Response>(
  fixture: InstallFixture,
  operation: Operation,
  request: {
    id?: number;
    body?: unknown;
    signed_in?: SignedIn;
    store?: Store;
    page?: number;
    limit?: number;
  } = {},
): Promise<Response> {
  const { database, deps, owner } = fixture;
  const route = installsModule(deps).routes.find((candidate) => candidate.operation === operation);
  if (!route) throw new Error(`The operation ${operation.id} is not served.`);
  const { id, body, signed_in = owner, store = fixture.store, page = 1, limit = 50 } = request;
  const actor = {
    kind: "account",
    id: String(signed_in.account_id),
    scopes: new Set(signed_in.scopes),
    rights: new Set(signed_in.rights),
  } as const;
  assertAccess(operation, actor);
  const call = {
    actor,
    request_id: "req_1",
    store,
    signed_in,
    installation: null,
    params: { id },
    query: { page, limit },
    body,
    client_address: "127.0.0.1",
  } as unknown as Parameters<typeof route.handle>[1];
  const response =
    route.kind === "write"
      ? await database.transaction((tx) => route.handle(tx, call))
      : await route.handle(database, call);
  return response as Response;
}
