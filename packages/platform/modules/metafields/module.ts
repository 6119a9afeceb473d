import type { Module } from "../../infrastructure/module.ts";
import { createMetafieldRoutes } from "./routes.ts";

/** Create the module of metafields. */
export function metafieldsModule(): Module {
  return { name: "metafields", tables: ["metafields"], routes: createMetafieldRoutes() };
}
