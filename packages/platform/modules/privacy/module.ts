import type { Module } from "../../infrastructure/module.ts";
import type { PrivacyDeps } from "./privacy-deps.ts";
import { processPrivacyRequests } from "./process-requests.ts";
import { createPrivacyRoutes } from "./routes.ts";

/** Create the module that handles requests for a customer's data and for its erasure. */
export function privacyModule(deps: PrivacyDeps): Module {
  return {
    name: "privacy",
    tables: ["privacy_requests", "privacy_request_apps"],
    routes: createPrivacyRoutes(deps),
    housekeeping: [
      // An erasure of many orders can take minutes. `concurrent` lets other processes run the job meanwhile.
      { name: "process privacy requests", everyMs: 2_000, concurrent: true, run: processPrivacyRequests },
    ],
  };
}
