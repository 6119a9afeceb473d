import type { PrivacyRequest } from "./privacy-queries.ts";

/**
 * Count the apps that were notified of a privacy request and those that have responded. Apps that are not
 * subscribed to such requests are not counted.
 */
export function countResponses({ apps }: Pick<PrivacyRequest, "apps">) {
  const notifiedApps = apps.filter(({ state }) => state !== "not_subscribed");
  return {
    notifiedCount: notifiedApps.length,
    respondedCount: notifiedApps.filter(({ state }) => state === "answered").length,
    hasUnreachedApp: notifiedApps.some(({ state }) => state === "not_reached"),
  };
}
