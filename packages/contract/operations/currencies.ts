import { Type } from "typebox";
import {
  countCurrenciesExample,
  createCurrencyExample,
  deleteCurrencyExample,
  getCurrencyExample,
  listCurrenciesExample,
  updateCurrencyExample,
} from "../examples/currency.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer, noParams, nothing } from "../schemas/common.ts";
import { currency, currencyCreate, currencyParam, currencyUpdate } from "../schemas/currency.ts";

const needs = { surface: "3.0", caller: "token", badge: "decided" } as const;
const readCurrencies = { ...needs, scopes: [["read_currencies"]], method: "GET" } as const;
const writeCurrencies = { ...needs, scopes: [["write_currencies"]], query: {} } as const;

const byOffset = { kind: "date", reading: "offset" } as const;

const filters = {
  ids: listParameters.ids,
  since_id: { kind: "id", description: "Only ids from this one on, itself included (LST-5)." },
  codes: { kind: "texts", description: "Currencies with one of these ISO 4217 codes." },
  updated_at_min: { ...byOffset, edge: "min", description: "Changed at or after." },
  updated_at_max: { ...byOffset, edge: "max", description: "Changed at or before." },
  created_at_min: { ...byOffset, edge: "min", description: "Added at or after." },
  created_at_max: { ...byOffset, edge: "max", description: "Added at or before." },
} as const;

export const currencyOperations = {
  listCurrencies: operation({
    ...readCurrencies,
    id: "currencies.list",
    path: "/currencies.json",
    params: noParams,
    query: {
      ...listParameters,
      ...filters,
      sort: { kind: "sort", by: ["id", "code", "updated_at", "created_at"], default: "id.asc" },
    },
    answer: listOf("currencies", currency),
    refusals: ["invalid"],
    summary: "List currencies",
    description: "What the store's prices can be shown in; exactly one is the store's own (`is_default`).",
    clauses: ["LST-1"],
    example: listCurrenciesExample,
  }),

  countCurrencies: operation({
    ...readCurrencies,
    id: "currencies.count",
    path: "/currencies/count.json",
    params: noParams,
    query: filters,
    answer: countAnswer,
    refusals: ["invalid"],
    summary: "Count currencies",
    clauses: [],
    example: countCurrenciesExample,
  }),

  getCurrency: operation({
    ...readCurrencies,
    id: "currencies.get",
    path: "/currencies/:id.json",
    params: currencyParam,
    query: { fields: listParameters.fields },
    answer: Type.Object({ currency }),
    refusals: ["not_found"],
    summary: "Get a currency",
    clauses: ["WHK-14"],
    example: getCurrencyExample,
  }),

  createCurrency: operation({
    ...writeCurrencies,
    id: "currencies.create",
    method: "POST",
    path: "/currencies.json",
    params: noParams,
    body: currencyCreate,
    wrapper: "currency",
    answer: Type.Object({ currency }),
    refusals: ["invalid"],
    topics: ["currency/update", "store/update"],
    summary: "Add a currency",
    description: "currency/update tells it, and store/update the store's new list of currencies.",
    clauses: ["WHK-9"],
    example: createCurrencyExample,
  }),

  updateCurrency: operation({
    ...writeCurrencies,
    id: "currencies.update",
    method: "PUT",
    path: "/currencies/:id.json",
    params: currencyParam,
    body: currencyUpdate,
    wrapper: "currency",
    answer: Type.Object({ currency }),
    refusals: ["not_found", "invalid"],
    topics: ["currency/update"],
    summary: "Change a currency",
    description:
      "Only the fields that are sent are changed; what is already as asked changes nothing and sends nothing. The " +
      "code never changes: another one that is sent is refused. The rate of the store's own currency is 1 and stays 1.",
    clauses: ["WHK-9"],
    example: updateCurrencyExample,
  }),

  deleteCurrency: operation({
    ...writeCurrencies,
    id: "currencies.delete",
    method: "DELETE",
    path: "/currencies/:id.json",
    params: currencyParam,
    answer: nothing,
    refusals: ["not_found", "conflict"],
    topics: ["currency/delete", "store/update"],
    summary: "Remove a currency",
    description:
      "Refused (409) for the store's own currency. currency/delete tells it, and store/update the store's new list.",
    clauses: ["WHK-9"],
    example: deleteCurrencyExample,
  }),
} as const;
