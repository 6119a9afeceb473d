const mib = 1024 * 1024;
const gib = 1024 * mib;

/** The quotas of a store: the default maximum of each, and what is counted. `SOUK_QUOTAS` changes the maximum for all stores. */
export const quotas = {
  file_bytes: { max: 20 * gib, counted: "bytes of images, and of files of exports and imports" },
  unconfirmed_imports: { max: 20, counted: "imports that are not confirmed" },
  metafields: { max: 250_000, counted: "metafields" },
  metafield_bytes: { max: gib, counted: "bytes of values of metafields" },
  collections: { max: 25_000, counted: "collections" },
  webhook_subscriptions: { max: 2_500, counted: "webhook subscriptions" },
  snippets: { max: 2_500, counted: "snippets" },
  script_tags: { max: 2_500, counted: "script tags" },
} as const satisfies Record<string, { max: number; counted: string }>;

export type QuotaName = keyof typeof quotas;

/** The quotas whose maximum the operator has changed. */
export type QuotaSettings = Partial<Record<QuotaName, number>>;

export const quotaNames = Object.keys(quotas) as QuotaName[];
