import { Type } from "typebox";
import { creditExamples, pointExamples } from "../examples/balance.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import {
  credit,
  creditAdjustment,
  creditBalance,
  creditEntry,
  creditSetting,
  point,
  pointAdjustment,
  pointBalance,
  pointEntry,
  pointSetting,
} from "../schemas/balance.ts";
import { countResponse, id } from "../schemas/common.ts";
import { sinceId } from "./product-filters.ts";

const customerOperation = {
  surface: "3.0",
  auth: "token",
  params: Type.Object({ customer_id: id }),
} as const;
const readOperation = {
  ...customerOperation,
  method: "GET",
  scopes: [["read_customers"]],
  rights: [["customers.view"]],
  errors: ["not_found", "invalid"],
  definedBy: "souk",
  clauses: [],
} as const;
const writeOperation = {
  ...customerOperation,
  method: "PUT",
  scopes: [["write_customers"]],
  rights: [["customers.credit"]],
  query: {},
  errors: ["not_found", "invalid"],
  topics: ["customer/update"],
  clauses: ["CUS-2"],
} as const;

const dateFilter = { kind: "date", timezone: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  created_at_min: { ...dateFilter, bound: "min", description: "Created at or after this date." },
  created_at_max: { ...dateFilter, bound: "max", description: "Created at or before this date." },
} as const;
const listQuery = {
  ...listParameters,
  ...filters,
  sort: { kind: "sort", by: ["id", "created_at"], default: "id.asc" },
} as const;

const adjustmentDescription =
  "The balance cannot go below 0: a deduction larger than the balance is rejected with 422. Emits " +
  "`customer/update`.";
const historyDescription =
  "Returns the current balance, and every change with its actor. To get the newest change first, sort by `id.desc`.";

const creditResponse = Type.Object({ credit });
const pointResponse = Type.Object({ point });

const creditOperations = {
  adjustCredit: defineOperation({
    ...writeOperation,
    id: "credits.adjust",
    path: "/customers/:customer_id/credits/adjust.json",
    body: creditAdjustment,
    wrapper: "credit",
    response: creditResponse,
    summary: "Adjust store credit",
    description: adjustmentDescription,
    definedBy: "interface",
    example: creditExamples.adjust,
  }),

  setCredit: defineOperation({
    ...writeOperation,
    id: "credits.set",
    path: "/customers/:customer_id/credits/set.json",
    body: creditSetting,
    wrapper: "credit",
    response: creditResponse,
    summary: "Set store credit",
    description:
      "Records the difference as an entry in the history. Setting the balance that the customer already has changes nothing and emits no " +
      "event.",
    definedBy: "souk",
    example: creditExamples.set,
  }),

  listCredits: defineOperation({
    ...readOperation,
    id: "credits.list",
    path: "/customers/:customer_id/credits.json",
    query: listQuery,
    response: Type.Object({ ...createListSchema("credits", creditEntry).properties, ...creditBalance }),
    summary: "List store credit history",
    description: historyDescription,
    example: creditExamples.list,
  }),

  countCredits: defineOperation({
    ...readOperation,
    id: "credits.count",
    path: "/customers/:customer_id/credits/count.json",
    query: filters,
    response: countResponse,
    summary: "Count store credit entries",
    example: creditExamples.count,
  }),
} as const;

const pointOperations = {
  adjustPoint: defineOperation({
    ...writeOperation,
    id: "points.adjust",
    path: "/customers/:customer_id/point/adjust.json",
    body: pointAdjustment,
    wrapper: "point",
    response: pointResponse,
    summary: "Adjust loyalty points",
    description: adjustmentDescription,
    definedBy: "interface",
    example: pointExamples.adjust,
  }),

  setPoint: defineOperation({
    ...writeOperation,
    id: "points.set",
    path: "/customers/:customer_id/point/set.json",
    body: pointSetting,
    wrapper: "point",
    response: pointResponse,
    summary: "Set loyalty points",
    description:
      "Records the difference as an entry in the history. Setting the balance that the customer already has changes nothing and emits no " +
      "event.",
    definedBy: "souk",
    example: pointExamples.set,
  }),

  listPoints: defineOperation({
    ...readOperation,
    id: "points.list",
    path: "/customers/:customer_id/points.json",
    query: listQuery,
    response: Type.Object({ ...createListSchema("points", pointEntry).properties, ...pointBalance }),
    summary: "List loyalty point history",
    description: historyDescription,
    example: pointExamples.list,
  }),

  countPoints: defineOperation({
    ...readOperation,
    id: "points.count",
    path: "/customers/:customer_id/points/count.json",
    query: filters,
    response: countResponse,
    summary: "Count loyalty point entries",
    example: pointExamples.count,
  }),
} as const;

export const balanceOperations = { ...creditOperations, ...pointOperations } as const;
