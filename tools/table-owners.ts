/** The tables that no module owns, by the folder that does; a module declares its own in its `module.ts`. */
export const foldersWithTables: Readonly<Record<string, readonly string[]>> = {
  "packages/delivery": ["deliveries", "delivery_attempts", "delivery_heads", "endpoints", "lanes"],
  "packages/platform/http": ["idempotency_claims", "idempotency_keys"],
  "packages/platform/infrastructure": ["tombstones"],
  "packages/platform/infrastructure/events": ["event_heads", "event_inbox", "events"],
  "packages/platform/infrastructure/mail": ["mails"],
  "packages/platform/infrastructure/storage": ["file_removals"],
  "packages/platform/runtime/jobs": ["long_jobs"],
  "packages/platform/runtime/processes": ["processes"],
  "packages/platform/runtime/start": ["settings"],
};

// Reasons that several writes share.
const ownStatement =
  "A hot change is one statement, which writes its events itself (docs/decisions/0020-orders.md).";
const stockTotals = "Totals move by the statement that moves the stock, so that they never differ from it.";
const erasure =
  "An erasure takes a customer out of every copy of what they said of themselves, in one transaction.";

/** Why a file writes a table that another owns, by `path: table`; `*` is a table whose name is only known at run time. */
export const foreignWrites: Readonly<Record<string, string>> = {
  "packages/delivery/event-log.ts: event_heads":
    "Numbering and fan-out are one transaction of the delivery engine, which knows no platform.",
  "packages/delivery/uninstall-notice.ts: events":
    "The notice of an uninstall takes its number at once: it is sent before the installation is removed.",
  "packages/platform/infrastructure/events/history-store.ts: webhook_subscriptions":
    "A subscription's place in the history is moved with the deliveries that it was sent.",
  "packages/platform/infrastructure/tagged-table.ts: *":
    "products and customers: their modules create the statements with the names of their own tables.",
  "packages/platform/modules/catalog/fold-counts.ts: *":
    "resource_counts and id_counts, tables of its own module.",
  "packages/platform/modules/customers/balances/balance-statements.ts: event_inbox": ownStatement,
  "packages/platform/modules/customization/records/write-record.ts: *":
    "The kinds of app records, tables of its own module.",
  "packages/platform/modules/customization/remove-customization.ts: *":
    "The kinds of app records, tables of its own module.",
  "packages/platform/modules/installs/remove-installation.ts: webhook_subscriptions":
    "INS-16: an installation's subscriptions end in the transaction that revokes its tokens, before any remover.",
  "packages/platform/modules/inventory/open-stock.ts: products": stockTotals,
  "packages/platform/modules/inventory/open-stock.ts: variants": stockTotals,
  "packages/platform/modules/inventory/stock-statement.ts: event_inbox": ownStatement,
  "packages/platform/modules/inventory/stock-statement.ts: products": stockTotals,
  "packages/platform/modules/inventory/stock-statement.ts: variants": stockTotals,
  "packages/platform/modules/members/member-store.ts: memberships":
    "A store is made with its owner's membership by stores; members changes and ends memberships.",
  "packages/platform/modules/orders/placing/place-statement.ts: event_inbox": ownStatement,
  "packages/platform/modules/orders/write-orders.ts: *":
    "All rows of an order are written together, those of fulfillments and returns among them (0020).",
  "packages/platform/modules/privacy/follow-requests.ts: events": erasure,
  "packages/platform/modules/privacy/scrub-answers.ts: idempotency_keys": erasure,
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
    "purchase_orders and transfers, tables of its own module.",
  "packages/platform/modules/purchasing/document-store.ts: document_numbers":
    "Orders, purchase orders and transfers count their numbers in one table, a row for each store and kind",
  "packages/platform/modules/purchasing/line-store.ts: *":
    "The lines of purchase orders and transfers, tables of its own module.",
  "packages/platform/modules/purchasing/open-document.ts: *":
    "purchase_orders and transfers, tables of its own module.",
  "packages/platform/modules/staff/suspend.ts: *":
    "Staff suspend partners, apps and stores; the reason stands on the record that every other module reads.",
  "packages/platform/modules/stores/store-rows.ts: event_heads":
    "A store is made with the head of its event log, which the sequencer locks.",
};
