import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { pageParameters } from "../query.ts";
import { noParams } from "../schemas/common.ts";
import { ownStore, storeCreate } from "../schemas/people.ts";

const accountOperation = {
  surface: "admin_console",
  auth: "session",
  scopes: [],
  rights: [],
  params: noParams,
} as const;

export const listOwnStores = defineOperation({
  ...accountOperation,
  id: "stores.list",
  method: "GET",
  path: "/stores.json",
  query: pageParameters,
  response: createListSchema("stores", ownStore),
  errors: ["not_signed_in"],
  summary: "List the stores of the signed-in account",
  definedBy: "souk",
  clauses: [],
});

export const createStore = defineOperation({
  ...accountOperation,
  id: "stores.create",
  method: "POST",
  path: "/stores.json",
  query: {},
  body: storeCreate,
  wrapper: "store",
  response: Type.Object({ store: ownStore }),
  errors: ["not_signed_in", "email_not_verified", "quota_exceeded", "invalid", "csrf_failed"],
  summary: "Create a store",
  description: "The account becomes the owner. A primary location is created with the store.",
  definedBy: "souk",
  clauses: ["SVC-1"],
});
