import { Type } from "typebox";
import { getStoreExample, updateStoreExample } from "../examples/store.ts";
import { operation } from "../operation.ts";
import { listParameters } from "../query.ts";
import { noParams } from "../schemas/common.ts";
import { store, storeUpdate } from "../schemas/store.ts";

const place = { surface: "3.0", caller: "token", path: "/store.json", params: noParams } as const;

export const getStore = operation({
  ...place,
  id: "store.get",
  method: "GET",
  scopes: [["read_store"]],
  query: { fields: listParameters.fields },
  answer: Type.Object({ store }),
  refusals: [],
  summary: "Get the store's settings",
  badge: "decided",
  clauses: [],
  example: getStoreExample,
});

export const updateStore = operation({
  ...place,
  id: "store.update",
  method: "PUT",
  scopes: [["write_store"]],
  query: {},
  body: storeUpdate,
  wrapper: "store",
  answer: Type.Object({ store }),
  refusals: ["invalid"],
  topics: ["store/update", "currency/update", "currency/delete"],
  summary: "Change the store's settings",
  description:
    "Only the fields that are sent are changed; a sent handle or domain is ignored. What is already as asked changes " +
    "nothing and sends nothing. A change of currency converts no amount: a currency that is listed becomes the store's own " +
    "and all rates are reckoned anew from it; one that is not listed takes the place of the former one where that stood " +
    "alone, and is refused where it did not. A change of time zone changes the offset of " +
    "every date in answers, and how dates without an offset are read.",
  badge: "decided",
  clauses: [],
  example: updateStoreExample,
});
