import { Type } from "typebox";
import { getStoreExample, updateStoreExample } from "../examples/store.ts";
import { defineOperation } from "../operation.ts";
import { listParameters } from "../query.ts";
import { noParams } from "../schemas/common.ts";
import { store, storeUpdate } from "../schemas/store.ts";

const storeOperation = { surface: "3.0", auth: "token", path: "/store.json", params: noParams } as const;

export const getStore = defineOperation({
  ...storeOperation,
  id: "store.get",
  method: "GET",
  scopes: [["read_store"]],
  rights: [["settings.view"]],
  query: { fields: listParameters.fields },
  response: Type.Object({ store }),
  errors: [],
  summary: "Get the store",
  definedBy: "souk",
  clauses: [],
  example: getStoreExample,
});

export const updateStore = defineOperation({
  ...storeOperation,
  id: "store.update",
  method: "PUT",
  scopes: [["write_store"]],
  rights: [["settings.edit"]],
  query: {},
  body: storeUpdate,
  wrapper: "store",
  response: Type.Object({ store }),
  errors: ["invalid"],
  topics: ["store/update", "currency/update", "currency/delete"],
  summary: "Update the store",
  description:
    "Omitted fields are left unchanged; `handle` and `domain` are accepted and ignored. An update without " +
    "changes emits no event. Changing `currency_code` does not convert amounts. If the new currency is one of the " +
    "store's currencies, it becomes the default currency and all rates are recalculated from it. A currency " +
    "that the store does not have replaces the default currency if that is the store's only currency; otherwise the " +
    "change is rejected. Changing `timezone` changes the offset of every date in responses and how dates without an offset are read.",
  definedBy: "souk",
  clauses: [],
  example: updateStoreExample,
});
