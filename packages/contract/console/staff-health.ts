import { Type } from "typebox";
import { defineOperation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { staffHealth } from "../schemas/staff-health.ts";
import { staffOperation } from "./staff.ts";

export const getStaffHealth = defineOperation({
  ...staffOperation,
  id: "staff_health.get",
  method: "GET",
  path: "/health.json",
  params: noParams,
  query: {},
  response: Type.Object({ health: staffHealth }),
  errors: [],
  summary: "Get the health of the platform",
  description: "Each process reads the data at most once every 5 seconds, however many people request it.",
});
