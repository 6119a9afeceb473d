const kib = 1024;
const mib = 1024 * kib;
const gib = 1024 * mib;

/** A quota of a store, an account or a partner. */
interface Quota {
  /** The maximum by default. `SOUK_QUOTAS` changes it for all stores, accounts and partners. */
  max: number;
  /** What is counted. */
  counted: string;
  /** How much all concurrent transactions together can add at most. While at least that much is left, transactions need no lock. */
  margin: number;
}

/** An upper bound for the number of transactions that all processes together run at the same time. */
const maxTransactions = 1_000;
const rowMargin = { margin: maxTransactions };

/** The quotas of a store, the quota of stores that an account may own, and the quota of apps that a partner may register. */
export const quotas = {
  file_bytes: {
    max: 20 * gib,
    counted: "bytes of images, and of files of exports and imports",
    // Sixteen files of the maximum size, 512 MiB.
    margin: 8 * gib,
  },
  unconfirmed_imports: { max: 20, counted: "imports that are not confirmed", ...rowMargin },
  metafields: { max: 250_000, counted: "metafields", ...rowMargin },
  metafield_bytes: {
    max: gib,
    counted: "bytes of values of metafields",
    margin: maxTransactions * 256 * kib,
  },
  collections: { max: 25_000, counted: "collections", ...rowMargin },
  webhook_subscriptions: { max: 2_500, counted: "webhook subscriptions", ...rowMargin },
  snippets: { max: 2_500, counted: "snippets", ...rowMargin },
  script_tags: { max: 2_500, counted: "script tags", ...rowMargin },
  stores_of_account: { max: 10, counted: "stores that one account owns", ...rowMargin },
  apps_of_partner: { max: 250, counted: "apps that one partner has registered", ...rowMargin },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof quotas;

/** The name of a quota whose owner is a store. */
export type StoreQuotaName = Exclude<QuotaName, "stores_of_account" | "apps_of_partner">;

/** The quotas whose maximum the operator has changed. */
export type QuotaSettings = Partial<Record<QuotaName, number>>;

export const quotaNames = Object.keys(quotas) as QuotaName[];
