import { Type } from "typebox";
import { creditExamples, pointExamples } from "../examples/balance.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
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
import { countAnswer, id } from "../schemas/common.ts";
import { sinceId } from "./product-filters.ts";

const ofCustomer = { surface: "3.0", caller: "token", params: Type.Object({ customer_id: id }) } as const;
const reading = {
  ...ofCustomer,
  method: "GET",
  scopes: [["read_customers"]],
  refusals: ["not_found", "invalid"],
  badge: "decided",
  clauses: [],
} as const;
const changing = {
  ...ofCustomer,
  method: "PUT",
  scopes: [["write_customers"]],
  query: {},
  refusals: ["not_found", "invalid"],
  topics: ["customer/update"],
  clauses: ["CUS-2"],
} as const;

const dated = { kind: "date", reading: "offset" } as const;
const filters = {
  ids: listParameters.ids,
  since_id: sinceId,
  created_at_min: { ...dated, edge: "min", description: "Made at or after." },
  created_at_max: { ...dated, edge: "max", description: "Made at or before." },
} as const;
const listed = {
  ...listParameters,
  ...filters,
  sort: { kind: "sort", by: ["id", "created_at"], default: "id.asc" },
} as const;

const never =
  "It never goes below 0: what would take it there is refused and changes nothing. customer/update tells the change.";
const history = "Each change with who made it; the newest come first with sort=id.desc.";

const creditAnswer = Type.Object({ credit });
const pointAnswer = Type.Object({ point });

const creditOperations = {
  adjustCredit: operation({
    ...changing,
    id: "credits.adjust",
    path: "/customers/:customer_id/credits/adjust.json",
    body: creditAdjustment,
    wrapper: "credit",
    answer: creditAnswer,
    summary: "Add or deduct store credit",
    description: never,
    badge: "documented",
    example: creditExamples.adjust,
  }),

  setCredit: operation({
    ...changing,
    id: "credits.set",
    path: "/customers/:customer_id/credits/set.json",
    body: creditSetting,
    wrapper: "credit",
    answer: creditAnswer,
    summary: "Set store credit",
    description: "The difference becomes a line of the history. What is already as asked changes nothing.",
    badge: "decided",
    example: creditExamples.set,
  }),

  listCredits: operation({
    ...reading,
    id: "credits.list",
    path: "/customers/:customer_id/credits.json",
    query: listed,
    answer: Type.Object({ ...listOf("credits", creditEntry).properties, ...creditBalance }),
    summary: "Get store credit and its history",
    description: history,
    example: creditExamples.list,
  }),

  countCredits: operation({
    ...reading,
    id: "credits.count",
    path: "/customers/:customer_id/credits/count.json",
    query: filters,
    answer: countAnswer,
    summary: "Count changes of store credit",
    example: creditExamples.count,
  }),
} as const;

const pointOperations = {
  adjustPoint: operation({
    ...changing,
    id: "points.adjust",
    path: "/customers/:customer_id/point/adjust.json",
    body: pointAdjustment,
    wrapper: "point",
    answer: pointAnswer,
    summary: "Add or deduct loyalty points",
    description: never,
    badge: "documented",
    example: pointExamples.adjust,
  }),

  setPoint: operation({
    ...changing,
    id: "points.set",
    path: "/customers/:customer_id/point/set.json",
    body: pointSetting,
    wrapper: "point",
    answer: pointAnswer,
    summary: "Set loyalty points",
    description: "The difference becomes a line of the history. What is already as asked changes nothing.",
    badge: "decided",
    example: pointExamples.set,
  }),

  listPoints: operation({
    ...reading,
    id: "points.list",
    path: "/customers/:customer_id/points.json",
    query: listed,
    answer: Type.Object({ ...listOf("points", pointEntry).properties, ...pointBalance }),
    summary: "Get loyalty points and their history",
    description: history,
    example: pointExamples.list,
  }),

  countPoints: operation({
    ...reading,
    id: "points.count",
    path: "/customers/:customer_id/points/count.json",
    query: filters,
    answer: countAnswer,
    summary: "Count changes of loyalty points",
    example: pointExamples.count,
  }),
} as const;

export const balanceOperations = { ...creditOperations, ...pointOperations } as const;
