import type { Module } from "../../infrastructure/module.ts";
import { createStaffRoutes } from "./routes.ts";
import type { StaffDeps } from "./staff-deps.ts";

/** Create the module of the staff console. */
export function staffModule(deps: StaffDeps): Module {
  return {
    name: "staff",
    tables: ["failed_requests", "staff_actions"],
    routes: createStaffRoutes(deps),
    housekeeping: deps.failureLog.housekeeping,
  };
}
