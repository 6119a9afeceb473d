import { Type } from "typebox";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { noParams } from "../schemas/common.ts";
import { ownStore, storeCreate } from "../schemas/people.ts";

const account = { surface: "admin_console", caller: "session", scopes: [], params: noParams } as const;

export const listOwnStores = operation({
  ...account,
  id: "stores.list",
  method: "GET",
  path: "/stores.json",
  query: pageParameters,
  answer: listOf("stores", ownStore),
  refusals: ["not_signed_in"],
  summary: "List the shops of the signed-in account",
  badge: "decided",
  clauses: [],
});

export const createStore = operation({
  ...account,
  id: "stores.create",
  method: "POST",
  path: "/stores.json",
  query: {},
  body: storeCreate,
  wrapper: "store",
  answer: Type.Object({ store: ownStore }),
  refusals: ["not_signed_in", "invalid", "csrf_failed"],
  summary: "Create a shop",
  description: "The account becomes its owner; a primary location is made with it.",
  badge: "decided",
  clauses: ["SVC-1"],
});
