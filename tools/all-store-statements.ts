const boundByPlatformRow =
  "It begins with a row of a platform table and is limited to the store_id of that row.";
const maintenance =
  "Periodic maintenance of all stores. A distributed database needs a table of due work per store instead.";

const wholePlatform = "The health of the whole platform, for its staff.";

/**
 * The statements on stores' tables that are not limited to one store, each with the reason. A key is the file and the function
 * or constant in it, `file#name`. In a distributed database, each of these statements runs on every node.
 */
export const allStoreStatements: Readonly<Record<string, string>> = {
  "packages/delivery/delivery-log.ts#readLogSql": boundByPlatformRow,
  "packages/delivery/due-deliveries.ts#readDueStatement": boundByPlatformRow,
  "packages/delivery/replay.ts#findDeliverySql": boundByPlatformRow,
  "packages/delivery/replay.ts#findFailedSql": boundByPlatformRow,
  "packages/platform/infrastructure/events/history-store.ts#pendingStatement": boundByPlatformRow,
  "packages/platform/infrastructure/events/history-store.ts#lockStatement": boundByPlatformRow,

  "packages/platform/http/idempotency-claim.ts#deleteExpiredClaims": maintenance,
  "packages/platform/infrastructure/events/event-store.ts#storesStatement":
    "Finds the stores that have events to number. A distributed database needs a table of due work per store instead.",
  "packages/platform/infrastructure/storage/file-removals.ts#leaseText": maintenance,
  "packages/platform/modules/exports/end-app-exports.ts#deleteOldExports": maintenance,
  "packages/platform/modules/imports/cancel-app-imports.ts#deleteOldImports": maintenance,
  "packages/platform/modules/fulfillment-requests/fail-unanswered-requests.ts#failUnansweredRequests":
    maintenance,
  "packages/platform/modules/fulfillment-requests/delete-requests.ts#deleteRequests": maintenance,
  "packages/platform/modules/inventory/ledger-checkpoints.ts#deleteFutureCheckpointsText": maintenance,
  "packages/platform/modules/inventory/ledger-checkpoints.ts#advanceText": maintenance,
  "packages/platform/modules/privacy/process-requests.ts#recordEventsText": maintenance,
  "packages/platform/modules/privacy/process-requests.ts#recordDeliveriesText": maintenance,
  "packages/platform/modules/privacy/process-requests.ts#completeText": maintenance,
  "packages/platform/modules/privacy/scrub-erased.ts#findErasuresText": maintenance,

  "packages/platform/modules/catalog/images/measure-images.ts#nextStatement": maintenance,
  "packages/platform/modules/catalog/images/measure-images.ts#saveStatement": maintenance,

  "packages/platform/modules/members/invitation-store.ts#findInvitation":
    "The link in an invitation contains only its token. The store is read from the invitation.",
  "packages/platform/infrastructure/quotas/assert-within-quota.ts#storesStatement":
    "Counts all stores of one person.",
  "packages/platform/modules/people/account-store.ts#selectGuessableNames": "Lists all stores of one person.",
  "packages/platform/modules/people/delete-unverified-accounts.ts#deleteText":
    "Checks that an account belongs to no store.",
  "packages/platform/modules/stores/store-rows.ts#countAccountStores": "Counts all stores of one person.",
  "packages/platform/modules/stores/store-rows.ts#selectAccountStores": "Lists all stores of one person.",
  "packages/platform/modules/staff/staff-stores.ts#storeList": "The platform's staff can search all stores.",
  "packages/platform/modules/staff/people/find-accounts.ts#searchText":
    "Counts the stores of each person that was found.",
  "packages/platform/modules/staff/people/get-account.ts#storesText": "Lists all stores of one person.",
  "packages/platform/modules/staff/people/find-accounts.ts#accountColumns":
    "Counts all stores of one person.",
  "packages/platform/modules/staff/people/reset-access.ts#targetText":
    "Checks whether a person has any store.",
  "packages/platform/modules/staff/requests/request-store.ts#changesText":
    "The platform's staff look up a request without knowing its store.",
  "packages/platform/modules/staff/requests/request-store.ts#stockChangesText":
    "Limited to the stores in $2.",
  "packages/platform/modules/staff/requests/request-store.ts#eventsText": "Limited to the stores in $2.",
  "packages/platform/modules/staff/health/read-deliveries.ts#queueText": wholePlatform,
  "packages/platform/modules/staff/health/read-disk.ts#usageText": wholePlatform,
  "packages/platform/modules/staff/health/read-jobs.ts#failedText": wholePlatform,
  "packages/platform/runtime/jobs/job-store.ts#leaseNextStatement":
    "Compares the owners of all stores with queued jobs. A distributed database needs the owner in each job instead.",
  "packages/platform/runtime/observability/database-metrics.ts#statement": "Metrics of the whole platform.",

  "packages/platform/modules/imports/get-import.ts#statement":
    "visibleImportCondition limits it to store_id = $1.",
  "packages/platform/modules/imports/list-errors.ts#assertImportVisible":
    "visibleImportCondition limits it to store_id = $1.",
  "packages/platform/modules/metafields/find-metafield.ts#findMetafield":
    "Its conditions include store_id = $1.",
  "packages/platform/modules/privacy/scrub-responses.ts#shortenText":
    "Part of an update whose condition includes store_id = $1.",
};
