import type { PrivacyRequest } from "./privacy-queries.ts";

/** Count the apps that have answered a request; apps that do not listen are not waited for. */
export function appProgress({ apps }: Pick<PrivacyRequest, "apps">) {
  const notified = apps.filter(({ state }) => state !== "not_subscribed");
  const answered = notified.filter(({ state }) => state === "answered").length;
  return {
    notified: notified.length,
    answered,
    isMissed: notified.some(({ state }) => state === "not_reached"),
  };
}
