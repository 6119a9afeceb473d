import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { activity } from "../schemas/activity.ts";
import { noParams } from "../schemas/common.ts";

export const getActivity = defineOperation({
  surface: "store_console",
  auth: "session",
  scopes: [],
  rights: [["reports.view"]],
  id: "activity.get",
  method: "GET",
  path: "/activity.json",
  params: noParams,
  query: {
    days: {
      kind: "integer",
      minimum: 1,
      maximum: 90,
      description:
        "Number of days, including today. Defaults to 7. For 1 or 2 days, the figures are hourly, otherwise daily.",
    },
  },
  response: Type.Object({ activity }),
  errors: ["not_signed_in", "invalid"],
  summary: "Get recent store activity",
  definedBy: "souk",
  clauses: [],
});
