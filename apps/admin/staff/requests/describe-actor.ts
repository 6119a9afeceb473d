import { texts } from "../../texts.ts";
import type { StaffRequest } from "../records.ts";

const words = texts.staff.requests.actors;

/** Return the name of the app, the person, the operator or the system that sent a request. */
export function describeActor({ kind, id, name }: StaffRequest["changes"][number]["actor"]): string {
  if (kind === "operator" || kind === "system") return words[kind];
  return words[kind]({ name: name ?? id });
}
