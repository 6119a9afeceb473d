import type { Module } from "../../infrastructure/module.ts";
import { followRequests } from "./follow-requests.ts";
import type { PrivacyDeps } from "./privacy-deps.ts";
import { createPrivacyRoutes } from "./routes.ts";

/** Create the module of customers' requests for their data or its erasure. */
export function privacyModule(deps: PrivacyDeps): Module {
  return {
    name: "privacy",
    tables: ["privacy_requests", "privacy_request_apps"],
    routes: createPrivacyRoutes(deps),
    housekeeping: [
      // An erasure of many orders can take minutes. `concurrent` lets other processes run the job meanwhile.
      { name: "follow privacy requests", everyMs: 2_000, concurrent: true, run: followRequests },
    ],
  };
}
