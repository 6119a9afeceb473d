import { fieldError, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable, type Transaction } from "@souk/database";
import { type QuotaName, quotas, type StoreQuotaName } from "./quotas.ts";

interface Usage {
  used: number;
  /** The maximum that the operator has set, or null. */
  max: number | null;
}

const maxSql = "(select (value ->> $2)::bigint from settings where key = 'quotas') as max";

// Triggers insert changes of the count into resource_counts. A job merges these rows, so the sum reads only a few of them.
const usageStatement = defineStatement(
  "quota_usage",
  `select coalesce((select sum(delta) from resource_counts where store_id = $1 and resource = $2), 0)::bigint as used,
     ${maxSql}`,
);

const importsStatement = defineStatement(
  "quota_unconfirmed_imports",
  `select (select count(*) from imports where store_id = $1 and status in ('checking', 'checked')
     and expires_at > clock_timestamp()) as used, ${maxSql}`,
);

const storesStatement = defineStatement(
  "quota_stores_of_account",
  `select (select count(*) from memberships where account_id = $1 and role = 'owner') as used, ${maxSql}`,
);

/**
 * Assert that an account does not own more stores than its quota. Call it after the ownership is added, in the same transaction.
 * @throws ApiError `quota_exceeded`, which names the quota
 */
export async function assertWithinStoreQuota(tx: Queryable, accountId: number): Promise<void> {
  // 48 is the hash's seed. Each kind of lock has its own seed, so that their keys differ.
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 48))", [
    `stores of account ${accountId}`,
  ]);
  const usage = await tx.one<Usage>(storesStatement, [accountId, "stores_of_account"]);
  const max = usage.max ?? quotas.stores_of_account.max;
  if (usage.used > max) throwQuotaExceeded("account", "stores_of_account", max);
}

const appsStatement = defineStatement(
  "quota_apps_of_partner",
  `select (select count(*) from apps where partner_id = $1) as used, ${maxSql}`,
);

/**
 * Assert that a partner has not registered more apps than its quota. Call it after the app is added, in the same transaction.
 * @throws ApiError `quota_exceeded`, which names the quota
 */
export async function assertWithinAppQuota(tx: Queryable, partnerId: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 48))", [`apps of partner ${partnerId}`]);
  const usage = await tx.one<Usage>(appsStatement, [partnerId, "apps_of_partner"]);
  const max = usage.max ?? quotas.apps_of_partner.max;
  if (usage.used > max) throwQuotaExceeded("partner", "apps_of_partner", max);
}

/**
 * Assert that a store is within one of its quotas. Call it after the rows are written, in their transaction. Near the
 * maximum, concurrent calls wait for each other, so that they cannot exceed it together.
 * @throws ApiError `quota_exceeded`, which names the quota
 */
export async function assertWithinQuota(
  tx: Transaction,
  storeId: number,
  name: StoreQuotaName,
): Promise<void> {
  const { used, max } = await readUsage(tx, storeId, name);
  if (used + quotas[name].margin <= max) return;
  // guard quota-lock: without it, quotas.test.ts fails
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 48))", [`quota ${name} of ${storeId}`]);
  // Only a new statement reads what other transactions have committed during the wait.
  const currentUsage = await readUsage(tx, storeId, name);
  if (currentUsage.used > currentUsage.max) throwQuotaExceeded("store", name, currentUsage.max);
}

async function readUsage(
  tx: Transaction,
  storeId: number,
  name: StoreQuotaName,
): Promise<{ used: number; max: number }> {
  const statement = name === "unconfirmed_imports" ? importsStatement : usageStatement;
  const { used, max } = await tx.one<Usage>(statement, [storeId, name]);
  return { used, max: max ?? quotas[name].max };
}

function throwQuotaExceeded(owner: "store" | "account" | "partner", name: QuotaName, max: number): never {
  // A partner cannot delete its apps.
  const advice = owner === "partner" ? "Ask" : "Delete some first, or ask";
  const message =
    `The ${owner} has reached its quota ${name}: at most ${max.toLocaleString("en")} ${quotas[name].counted}. ` +
    `${advice} the operator of this platform to raise the quota.`;
  throwApiError("quota_exceeded", { message, fields: [fieldError("", "too_many", { max }, message)] });
}
