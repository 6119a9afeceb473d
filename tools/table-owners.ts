/** The tables that no module owns, by the folder that owns them. A module declares its tables in its `module.ts`. */
export const tablesByFolder: Readonly<Record<string, readonly string[]>> = {
  "packages/delivery": ["deliveries", "delivery_attempts", "delivery_heads", "endpoints", "lanes"],
  "packages/platform/http": ["idempotency_claims", "idempotency_keys"],
  "packages/platform/infrastructure": ["tombstones"],
  "packages/platform/infrastructure/events": ["event_heads", "event_inbox", "events"],
  "packages/platform/infrastructure/mail": ["mails"],
  "packages/platform/infrastructure/storage": ["file_removals"],
  "packages/platform/runtime/jobs": ["long_jobs"],
  "packages/platform/runtime/housekeeping": ["housekeeping_leases"],
  "packages/platform/runtime/processes": ["processes"],
  "packages/platform/runtime": ["settings"],
};

// Reasons that apply to several writes.
const singleStatement =
  "A frequent change is a single SQL statement, which also writes its events (docs/decisions/0020-orders.md).";
const stockTotals =
  "The statement that changes the stock also changes the totals, so that the two always match.";
const erasure =
  "An erasure removes a customer's personal data from every record that has a copy, in one transaction.";

/** Why a file writes to another owner's table, by `path: table`. `*` is a table whose name is known only at run time. */
export const foreignWrites: Readonly<Record<string, string>> = {
  "packages/delivery/event-log.ts: event_heads":
    "The delivery engine numbers events and creates their deliveries in one transaction, and it cannot call the platform.",
  "packages/delivery/uninstall-notice.ts: events":
    "The uninstall event gets its number immediately, because it is sent before the installation is removed.",
  "packages/platform/infrastructure/events/history-store.ts: webhook_subscriptions":
    "A subscription's position in the event history changes together with the deliveries created for it.",
  "packages/platform/infrastructure/tagged-table.ts: *":
    "products and customers. Their modules create the statements with the names of their own tables.",
  "packages/platform/modules/catalog/merge-count-rows.ts: *":
    "resource_counts and id_counts, tables of the same module.",
  "packages/platform/modules/customers/balances/balance-statements.ts: event_inbox": singleStatement,
  "packages/platform/modules/customization/records/write-record.ts: *":
    "The tables of app records, which belong to the same module.",
  "packages/platform/modules/customization/remove-customization.ts: *":
    "The tables of app records, which belong to the same module.",
  "packages/platform/modules/installs/remove-installation.ts: webhook_subscriptions":
    "INS-16: the transaction that revokes an installation's tokens also deletes its subscriptions, before other data is removed.",
  "packages/platform/modules/inventory/initial-stock.ts: products": stockTotals,
  "packages/platform/modules/inventory/initial-stock.ts: variants": stockTotals,
  "packages/platform/modules/inventory/stock-statement.ts: event_inbox": singleStatement,
  "packages/platform/modules/inventory/stock-statement.ts: products": stockTotals,
  "packages/platform/modules/inventory/stock-statement.ts: variants": stockTotals,
  "packages/platform/modules/members/member-store.ts: memberships":
    "The stores module creates a store with its owner's membership. The members module changes and ends memberships.",
  "packages/platform/modules/orders/placing/place-statement.ts: event_inbox": singleStatement,
  "packages/platform/modules/orders/write-orders.ts: *":
    "All rows of an order are written together, including those of fulfillments and returns (docs/decisions/0020-orders.md).",
  "packages/platform/modules/secret-keys/rotate-secret-key.ts: *":
    "A new secret key encrypts the secrets of every table again (runtime/secrets/sealed-columns.ts).",
  "packages/platform/modules/people/delete-unverified-accounts.ts: partners":
    "The statement that deletes an unverified account also deletes its partner, which nobody else can use.",
  "packages/platform/modules/privacy/process-requests.ts: events": erasure,
  "packages/platform/modules/privacy/scrub-responses.ts: idempotency_keys": erasure,
  "packages/platform/modules/privacy/scrub-emails.ts: mails": erasure,
  "packages/platform/modules/privacy/scrub-orders.ts: audit_entries": erasure,
  "packages/platform/modules/privacy/scrub-orders.ts: events": erasure,
  "packages/platform/modules/privacy/scrub-orders.ts: fulfillment_requests": erasure,
  "packages/platform/modules/privacy/scrub-orders.ts: metafields": erasure,
  "packages/platform/modules/privacy/scrub.ts: audit_entries": erasure,
  "packages/platform/modules/privacy/scrub.ts: events": erasure,
  "packages/platform/modules/privacy/scrub.ts: import_errors": erasure,
  "packages/platform/modules/privacy/scrub.ts: import_records": erasure,
  "packages/platform/modules/privacy/scrub.ts: imports": erasure,
  "packages/platform/modules/purchasing/document-store.ts: *":
    "purchase_orders and transfers, tables of the same module.",
  "packages/platform/modules/purchasing/document-store.ts: document_numbers":
    "One table has the last number of orders, purchase orders and transfers, with a row for each store and kind.",
  "packages/platform/modules/purchasing/line-store.ts: *":
    "The lines of purchase orders and transfers, tables of the same module.",
  "packages/platform/modules/purchasing/insert-historical-document.ts: *":
    "purchase_orders and transfers, tables of the same module.",
  "packages/platform/modules/staff/suspend.ts: *":
    "Staff suspend partners, apps and stores. The reason is stored in the suspended record, which other modules read.",
  "packages/platform/modules/stores/store-rows.ts: event_heads":
    "Creating a store also creates the head of its event log, which the sequencer locks.",
};
