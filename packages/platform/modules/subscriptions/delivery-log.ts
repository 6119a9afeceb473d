import {
  type OperationResponse,
  type operations,
  type Page,
  type QueryValues,
  resolvePage,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type LaneHealth, type LoggedDelivery, readDeliveryLog, readLaneHealth } from "@souk/delivery";
import { assertOwnInstallation, type PartnerInstallationRef } from "../partners/index.ts";
import { listWarnings, type SubscriptionRules } from "./subscription-rules.ts";
import { historyColumnSql, type SubscriptionHistory } from "./subscription-store.ts";

type Webhooks = OperationResponse<typeof operations.listInstallationWebhooks>;
type Deliveries = OperationResponse<typeof operations.listInstallationDeliveries>;

interface WebhookRow {
  id: number;
  topic: string;
  url: string;
  created_at: Date;
  updated_at: Date;
  history: SubscriptionHistory | null;
}

/**
 * List a page of an installation's webhook subscriptions, each with the state of its endpoint.
 * @throws ApiError `not_found`, also for an installation of another partner's app
 */
export async function listInstallationWebhooks(
  db: Queryable,
  request: PartnerInstallationRef & { page: number; limit: number },
  rules: SubscriptionRules,
): Promise<Webhooks> {
  await assertOwnInstallation(db, request);
  const { installation_id } = request;
  const page = resolvePage(await countWebhooks(db, installation_id), request.page, request.limit);
  const rows = await selectWebhooks(db, installation_id, page);
  const ids = rows.map(({ id }) => id);
  const healthById = await readLaneHealth(db, installation_id, ids);
  return { webhooks: rows.map((row) => toWebhookJson(row, healthById.get(row.id), rules)), ...page };
}

function toWebhookJson(
  row: WebhookRow,
  health: LaneHealth | undefined,
  rules: SubscriptionRules,
): Webhooks["webhooks"][number] {
  const { id, topic, url, created_at, updated_at, history } = row;
  const warnings = listWarnings(row, rules);
  return {
    id,
    topic,
    url,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(history ? { history } : {}),
    lane: {
      pending_count: health?.pending_count ?? 0,
      last_success_at: health?.last_success_at?.toISOString() ?? null,
      last_failure_at: health?.last_failure_at?.toISOString() ?? null,
      endpoint: health ? toEndpointJson(health) : null,
    },
  };
}

function toEndpointJson(health: LaneHealth): Webhooks["webhooks"][number]["lane"]["endpoint"] {
  const { origin, breaker, failing_since, last_failure, probe_at, rate } = health;
  if (origin === null || breaker === null) return null;
  return {
    origin,
    state: breaker,
    failing_since: failing_since?.toISOString() ?? null,
    last_failure,
    next_probe_at: breaker === "open" ? (probe_at?.toISOString() ?? null) : null,
    rate,
  };
}

async function countWebhooks(db: Queryable, installationId: number): Promise<number> {
  const text = "select count(*) as count from webhook_subscriptions where installation_id = $1";
  return (await db.one<{ count: number }>(text, [installationId])).count;
}

async function selectWebhooks(db: Queryable, installationId: number, page: Page): Promise<WebhookRow[]> {
  const text = `select r.id, topic, url, created_at, updated_at, ${historyColumnSql} from webhook_subscriptions r
    where installation_id = $1 order by r.id limit $2 offset $3`;
  return await db.many<WebhookRow>(text, [installationId, page.limit, (page.page - 1) * page.limit]);
}

/**
 * List the deliveries to an installation, the latest first, each with its attempts.
 * @throws ApiError `not_found`, also for an installation of another partner's app
 */
export async function listInstallationDeliveries(
  db: Queryable,
  request: PartnerInstallationRef & QueryValues<(typeof operations.listInstallationDeliveries)["query"]>,
): Promise<Deliveries> {
  await assertOwnInstallation(db, request);
  const { installation_id, state, topic, before, limit } = request;
  // One delivery more than the limit is loaded, to find out whether another page follows.
  const loadedDeliveries = await readDeliveryLog(db, {
    installation_id,
    state,
    topic,
    before,
    limit: limit + 1,
  });
  const deliveries = loadedDeliveries.slice(0, limit);
  const lastDelivery = loadedDeliveries.length > limit ? deliveries.at(-1) : undefined;
  return {
    deliveries: deliveries.map(toDeliveryJson),
    next_before: lastDelivery?.delivery_sequence ?? null,
  };
}

/** Convert a delivery to the API's JSON. */
export function toDeliveryJson(delivery: LoggedDelivery): Deliveries["deliveries"][number] {
  const { created_at, due_at, finished_at, replayed_at } = delivery;
  return {
    ...delivery,
    created_at: created_at.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    replayed_at: replayed_at?.toISOString() ?? null,
  };
}
