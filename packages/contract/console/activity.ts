import { Type } from "typebox";
import { operation } from "../operation.ts";
import { activity } from "../schemas/activity.ts";
import { noParams } from "../schemas/common.ts";

export const getActivity = operation({
  surface: "shop_console",
  caller: "session",
  scopes: [],
  id: "activity.get",
  method: "GET",
  path: "/activity.json",
  params: noParams,
  query: {
    days: {
      kind: "integer",
      minimum: 1,
      maximum: 90,
      description: "How many days back, today among them; 7 when left out. Up to 2: by the hour.",
    },
  },
  answer: Type.Object({ activity }),
  refusals: ["not_signed_in", "invalid"],
  summary: "What happened in the shop lately",
  badge: "decided",
  clauses: [],
});
