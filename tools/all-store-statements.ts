const byRow = "Bounded by the store_id of the platform row that it begins with.";
const sweep =
  "Housekeeping of all stores; one table of due work per store takes its place in a distributed database.";

/**
 * The statements over stores' tables that no store bounds, as file#name of the function or constant, each with its reason. In a
 * distributed database each of them asks every node.
 */
export const allStoreStatements: Readonly<Record<string, string>> = {
  "packages/delivery/delivery-log.ts#logText": byRow,
  "packages/delivery/due-deliveries.ts#readDue": byRow,
  "packages/delivery/replay.ts#findDelivery": byRow,
  "packages/delivery/replay.ts#findFailed": byRow,
  "packages/platform/infrastructure/events/history-store.ts#waitingText": byRow,
  "packages/platform/infrastructure/events/history-store.ts#holdText": byRow,

  "packages/platform/http/acquire-idempotency-lock.ts#sweepClaims": sweep,
  "packages/platform/infrastructure/events/event-store.ts#storesText":
    "Finds the stores that have events to number; one table of due work per store takes its place in a distributed database.",
  "packages/platform/infrastructure/storage/file-removals.ts#takeText": sweep,
  "packages/platform/modules/exports/remove-exports.ts#deleteExports": sweep,
  "packages/platform/modules/imports/remove-imports.ts#deleteOldImports": sweep,
  "packages/platform/modules/fulfillment-requests/end-unanswered.ts#endUnanswered": sweep,
  "packages/platform/modules/fulfillment-requests/delete-requests.ts#deleteRequests": sweep,
  "packages/platform/modules/inventory/seal-ledger.ts#deleteLaterCheckpoints": sweep,
  "packages/platform/modules/inventory/seal-ledger.ts#moveOn": sweep,
  "packages/platform/modules/privacy/follow-requests.ts#findEvents": sweep,
  "packages/platform/modules/privacy/follow-requests.ts#settleApps": sweep,
  "packages/platform/modules/privacy/follow-requests.ts#complete": sweep,
  "packages/platform/modules/privacy/scrub-erased.ts#toScrub": sweep,

  "packages/platform/modules/members/invitation-store.ts#findInvitation":
    "The link of an invitation names its token alone; the store is read from the invitation.",
  "packages/platform/modules/stores/store-rows.ts#countAccountStores":
    "A person's stores, whichever they are.",
  "packages/platform/modules/stores/store-rows.ts#selectAccountStores":
    "A person's stores, whichever they are.",
  "packages/platform/modules/staff/staff-stores.ts#stores": "The platform's staff search all stores.",
  "packages/platform/runtime/observability/database-figures.ts#statement": "Metrics of the whole platform.",

  "packages/platform/modules/imports/get-import.ts#statement": "isSeen bounds it by store_id = $1.",
  "packages/platform/modules/imports/list-errors.ts#assertSeen": "isSeen bounds it by store_id = $1.",
  "packages/platform/modules/metafields/find-metafield.ts#find": "Its conditions begin with store_id = $1.",
  "packages/platform/modules/privacy/scrub-answers.ts#shortened":
    "A part of an update whose condition names store_id = $1.",
};
