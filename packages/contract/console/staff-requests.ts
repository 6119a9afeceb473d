import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { staffRequest } from "../schemas/staff-request.ts";
import { staffOperation } from "./staff.ts";

export const findStaffRequest = defineOperation({
  ...staffOperation,
  id: "staff_requests.find",
  method: "GET",
  path: "/requests.json",
  params: noParams,
  query: {
    request_id: {
      kind: "text",
      maxLength: 64,
      description: "Required. Request id: `req_` and 16 letters, digits, `-` or `_`.",
    },
    store: {
      kind: "text",
      maxLength: 63,
      description:
        "Handle of the store. With `at`, the stock changes and the events of a request are found even if the request " +
        "is in neither the failed requests nor the audit log.",
    },
    at: {
      kind: "date",
      bound: "min",
      timezone: "offset",
      description: "When the request was sent, to within half an hour. Requires `store`.",
    },
  },
  response: Type.Object({ request: staffRequest }),
  errors: ["invalid"],
  summary: "Look up a request",
  description:
    "Returns what is stored about a request: its failure, the changes that it made and the events that it published. " +
    "Failures of the server are stored for 30 days (at most the latest 10,000), rejected requests of signed-in people and " +
    "of apps for 7 days (at most the latest 50,000, and 10 a minute for each caller).",
});
