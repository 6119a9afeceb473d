import { fieldError, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { type QuotaName, quotas } from "./quotas.ts";

interface Usage {
  used: number;
  /** The maximum that the operator has set, or null. */
  max: number | null;
}

const maxSql = "(select (value ->> $2)::bigint from settings where key = 'quotas') as max";

// Triggers write resource_counts, which a job merges, so the sum is of a few rows.
const countedStatement = defineStatement(
  "quota_usage",
  `select coalesce((select sum(delta) from resource_counts where store_id = $1 and resource = $2), 0)::bigint as used,
     ${maxSql}`,
);

const importsStatement = defineStatement(
  "quota_unconfirmed_imports",
  `select (select count(*) from imports where store_id = $1 and status in ('checking', 'checked')
     and expires_at > clock_timestamp()) as used, ${maxSql}`,
);

/**
 * Assert that a store is within one of its quotas. Call it after the rows are written, in their transaction. Near the
 * maximum, concurrent calls wait for each other, so that they cannot exceed it together.
 * @throws ApiError `quota_exceeded`, which names the quota
 */
export async function assertWithinQuota(tx: Transaction, storeId: number, name: QuotaName): Promise<void> {
  const { used, max } = await readUsage(tx, storeId, name);
  if (used + quotas[name].margin <= max) return;
  // guard: quota-lock: quotas.test.ts
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 48))", [`quota ${name} of ${storeId}`]);
  // Only a new statement reads what others have committed during the wait.
  const current = await readUsage(tx, storeId, name);
  if (current.used > current.max) throwQuotaExceeded(name, current.max);
}

async function readUsage(
  tx: Transaction,
  storeId: number,
  name: QuotaName,
): Promise<{ used: number; max: number }> {
  const statement = name === "unconfirmed_imports" ? importsStatement : countedStatement;
  const { used, max } = await tx.one<Usage>(statement, [storeId, name]);
  return { used, max: max ?? quotas[name].max };
}

function throwQuotaExceeded(name: QuotaName, max: number): never {
  const message =
    `The store has reached its quota ${name}: at most ${max.toLocaleString("en")} ${quotas[name].counted}. ` +
    "Delete some first, or ask the operator of this platform to raise the quota.";
  throwApiError("quota_exceeded", { message, fields: [fieldError("", "too_many", { max }, message)] });
}
