/**
 * The tables that do not belong to a store, each with the reason. The keys of every other table start with `store_id`, by
 * which the table is distributed. In a distributed database, `reference` tables are on every node, so that stores' tables
 * can refer to them, and `platform` tables are together on one node.
 */
export const platformTables: Readonly<Record<string, { kind: "reference" | "platform"; reason: string }>> = {
  accounts: { kind: "reference", reason: "A person signs in to many stores." },
  partners: { kind: "reference", reason: "A partner's apps are installed in many stores." },
  stores: {
    kind: "reference",
    reason: "The list of stores itself: found by handle, read with every request.",
  },
  apps: { kind: "reference", reason: "An app is installed in many stores." },
  installations: { kind: "reference", reason: "Found by token and by app before the store is known." },

  access_tokens: { kind: "platform", reason: "Found by hash before the store is known." },
  authorization_codes: { kind: "platform", reason: "Found by hash before the store is known." },
  revoked_tokens: { kind: "platform", reason: "Found by hash; has no store." },
  sessions: { kind: "platform", reason: "A person's session, found by hash." },
  password_attempts: { kind: "platform", reason: "Attempts to enter a password, found by hash." },
  account_devices: { kind: "platform", reason: "The devices on which a person has signed in." },
  security_events: {
    kind: "platform",
    reason: "Events of accounts, partners, apps and stores. A sign-in belongs to no store.",
  },
  unlogged_security_events: { kind: "platform", reason: "One queue of events for the server's log." },
  security_event_counts: { kind: "platform", reason: "Counts of events by account, store or network." },
  password_resets: { kind: "platform", reason: "A person's link for a new password, found by hash." },
  email_verifications: {
    kind: "platform",
    reason: "A person's link that verifies their address, found by hash.",
  },
  authenticator_apps: { kind: "platform", reason: "A person's authenticator app, the same in every store." },
  passkeys: { kind: "platform", reason: "A person's passkeys, found by their credential id." },
  passkey_challenges: { kind: "platform", reason: "Found by hash before the person is known." },
  recovery_codes: { kind: "platform", reason: "A person's recovery codes, found by hash." },
  pending_sign_ins: { kind: "platform", reason: "A person's pending sign-in, found by hash." },
  code_failures: { kind: "platform", reason: "The wrong codes of a person, whichever store they work in." },
  app_fulfillment_urls: { kind: "platform", reason: "An app's URLs, the same in every store." },
  app_secrets: { kind: "platform", reason: "An app's secrets, the same in every store." },
  partner_members: { kind: "platform", reason: "The people of a partner." },
  staff_actions: {
    kind: "platform",
    reason: "Actions of the platform's staff on partners, apps, stores and accounts.",
  },
  failed_requests: {
    kind: "platform",
    reason: "Found by request id before the store is known; may have no store.",
  },
  webhook_subscriptions: {
    kind: "platform",
    reason: "The delivery engine reads them by installation and lane.",
  },
  lanes: { kind: "platform", reason: "The delivery engine's queues, leased across stores." },
  endpoints: { kind: "platform", reason: "The health of an app's URL origin, shared by its stores." },
  deliveries: {
    kind: "platform",
    reason: "The delivery engine's rows, read by lane and numbered by installation.",
  },
  delivery_attempts: { kind: "platform", reason: "Part of deliveries." },
  delivery_heads: { kind: "platform", reason: "The last delivery number of an installation." },
  mails: { kind: "platform", reason: "One queue for all stores and for email without a store." },
  long_jobs: { kind: "platform", reason: "One queue, from which stores' jobs are taken in turn." },
  ledger_checkpoint_mark: {
    kind: "platform",
    reason: "One row: the time up to which the ledgers of all stores can be summed.",
  },
  processes: { kind: "platform", reason: "The running server processes." },
  housekeeping_leases: {
    kind: "platform",
    reason: "Which housekeeping jobs of the whole platform are running.",
  },
  settings: { kind: "platform", reason: "The platform's own settings." },
};

/** The functions of platform tables' triggers that also write rows of stores, each with the reason why it writes to one store only. */
export const platformTriggers: Readonly<Record<string, string>> = {
  souk_audit:
    "The audit entry is written with the store_id of the changed row, or with the id of the changed store.",
  insert_store_currency: "The currency is written with the id of the changed store.",
  count_inserted: "Webhook subscriptions are counted by the store_id of their rows.",
  count_deleted: "Webhook subscriptions are counted by the store_id of their rows.",
};
