import { Type } from "typebox";
import {
  countCurrenciesExample,
  createCurrencyExample,
  deleteCurrencyExample,
  getCurrencyExample,
  listCurrenciesExample,
  updateCurrencyExample,
} from "../examples/currency.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse, emptyObject, noParams } from "../schemas/common.ts";
import { currency, currencyCreate, currencyParam, currencyUpdate } from "../schemas/currency.ts";

const commonProperties = { surface: "3.0", auth: "token", definedBy: "souk" } as const;
const readCurrencies = {
  ...commonProperties,
  scopes: [["read_currencies"]],
  rights: [["currencies.view"]],
  method: "GET",
} as const;
const writeCurrencies = {
  ...commonProperties,
  scopes: [["write_currencies"]],
  rights: [["currencies.edit"]],
  query: {},
} as const;

const dateFilter = { kind: "date", timezone: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Returns records with `id >= since_id`." },
  codes: { kind: "texts", description: "Returns currencies with these ISO 4217 codes, separated by commas." },
  updated_at_min: { ...dateFilter, bound: "min", description: "Updated at or after this date." },
  updated_at_max: { ...dateFilter, bound: "max", description: "Updated at or before this date." },
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;

export const currencyOperations = {
  listCurrencies: defineOperation({
    ...readCurrencies,
    id: "currencies.list",
    path: "/currencies.json",
    params: noParams,
    query: {
      ...listParameters,
      ...filters,
      sort: { kind: "sort", by: ["id", "code", "updated_at", "created_at"], default: "id.asc" },
    },
    response: createListSchema("currencies", currency),
    errors: ["invalid"],
    summary: "List currencies",
    description:
      "Returns the currencies in which the store can show prices. Exactly one of them is the store's default currency " +
      "(`is_default`).",
    clauses: ["LST-1"],
    example: listCurrenciesExample,
  }),

  countCurrencies: defineOperation({
    ...readCurrencies,
    id: "currencies.count",
    path: "/currencies/count.json",
    params: noParams,
    query: filters,
    response: countResponse,
    errors: ["invalid"],
    summary: "Count currencies",
    clauses: [],
    example: countCurrenciesExample,
  }),

  getCurrency: defineOperation({
    ...readCurrencies,
    id: "currencies.get",
    path: "/currencies/:id.json",
    params: currencyParam,
    query: { fields: listParameters.fields },
    response: Type.Object({ currency }),
    errors: ["not_found"],
    summary: "Get a currency",
    clauses: ["WHK-14"],
    example: getCurrencyExample,
  }),

  createCurrency: defineOperation({
    ...writeCurrencies,
    id: "currencies.create",
    method: "POST",
    path: "/currencies.json",
    params: noParams,
    body: currencyCreate,
    wrapper: "currency",
    response: Type.Object({ currency }),
    errors: ["invalid"],
    topics: ["currency/update", "store/update"],
    summary: "Add a currency",
    description:
      "Emits `currency/update` for the new currency and `store/update` with the store's new list of currencies.",
    clauses: ["WHK-9"],
    example: createCurrencyExample,
  }),

  updateCurrency: defineOperation({
    ...writeCurrencies,
    id: "currencies.update",
    method: "PUT",
    path: "/currencies/:id.json",
    params: currencyParam,
    body: currencyUpdate,
    wrapper: "currency",
    response: Type.Object({ currency }),
    errors: ["not_found", "invalid"],
    topics: ["currency/update"],
    summary: "Update a currency",
    description:
      "Omitted fields are left unchanged; an update without changes emits no event. `code` cannot be changed. The " +
      "rate of the default currency is always 1.",
    clauses: ["WHK-9"],
    example: updateCurrencyExample,
  }),

  deleteCurrency: defineOperation({
    ...writeCurrencies,
    id: "currencies.delete",
    method: "DELETE",
    path: "/currencies/:id.json",
    params: currencyParam,
    response: emptyObject,
    errors: ["not_found", "conflict"],
    topics: ["currency/delete", "store/update"],
    summary: "Delete a currency",
    description:
      "The default currency cannot be deleted (409). Emits `currency/delete` for the currency and " +
      "`store/update` with the store's new list of currencies.",
    clauses: ["WHK-9"],
    example: deleteCurrencyExample,
  }),
} as const;
