import type { PrivacyRequest } from "./privacy-queries.ts";

/** How far the apps are with a request: those that do not listen are not waited for. */
export function appProgress({ apps }: Pick<PrivacyRequest, "apps">) {
  const told = apps.filter(({ state }) => state !== "not_subscribed");
  const answered = told.filter(({ state }) => state === "answered").length;
  return { told: told.length, answered, isMissed: told.some(({ state }) => state === "not_reached") };
}
