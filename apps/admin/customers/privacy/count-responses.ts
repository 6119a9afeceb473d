import type { PrivacyRequest } from "./privacy-queries.ts";

/**
 * Count the apps that a privacy request was sent to and the apps that have responded, and return whether the request failed to
 * reach an app. `notifiedCount` includes apps that were not reached. Apps that are not subscribed to privacy requests are not
 * counted.
 */
export function countResponses({ apps }: Pick<PrivacyRequest, "apps">) {
  const notifiedApps = apps.filter(({ state }) => state !== "not_subscribed");
  return {
    notifiedCount: notifiedApps.length,
    respondedCount: notifiedApps.filter(({ state }) => state === "answered").length,
    hasUnreachedApp: notifiedApps.some(({ state }) => state === "not_reached"),
  };
}
