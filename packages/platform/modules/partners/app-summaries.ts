import { type OperationResponse, type operations, type Page, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { countApps } from "./app-store.ts";
import { fillHours, getFirstHour, type HourRow, hourCountColumns } from "./delivery-hours.ts";
import type { PartnersDeps } from "./partners-deps.ts";

type Summaries = OperationResponse<typeof operations.listAppSummaries>;
type Summary = Summaries["app_summaries"][number];

interface SummaryRow {
  app_id: number;
  enabled: number;
  disabled: number;
  uninstalled: number;
  hours: HourRow[];
}

/**
 * List summaries of an account's apps: the numbers of installations by status, and of deliveries created in each of the last 24
 * hours. A page contains the same apps as the same page of `listApps`, unless app ids are given.
 */
export async function listAppSummaries(
  db: Queryable,
  request: { account_id: number; page: number; limit: number; ids?: readonly number[] | undefined },
  { clock }: PartnersDeps,
): Promise<Summaries> {
  const { account_id, ids } = request;
  const page = resolvePage(await countApps(db, account_id, ids), request.page, request.limit);
  const firstHour = getFirstHour(clock);
  const rows = await selectSummaries(db, account_id, { ids, page, since: new Date(firstHour) });
  return { app_summaries: rows.map((row) => toSummary(row, firstHour)), ...page };
}

function toSummary({ app_id, hours, ...installations }: SummaryRow, firstHour: number): Summary {
  return { app_id, installations, deliveries: fillHours(hours, firstHour) };
}

async function selectSummaries(
  db: Queryable,
  accountId: number,
  { ids, page, since }: { ids: readonly number[] | undefined; page: Page; since: Date },
): Promise<SummaryRow[]> {
  const values = [accountId, page.limit, (page.page - 1) * page.limit, since, ids ?? null];
  return await db.many<SummaryRow>(summariesText, values);
}

// An installation that is being uninstalled counts as uninstalled.
const summariesText = `
  with selected as materialized (
    select app.id from apps app join partner_members member on member.partner_id = app.partner_id
    where member.account_id = $1 and ($5::bigint[] is null or app.id = any ($5))
    order by app.id limit $2 offset $3),
  installed as (
    select installation.app_id, count(*) filter (where status = 'enabled') as enabled,
      count(*) filter (where status = 'disabled') as disabled,
      count(*) filter (where status in ('uninstalling', 'uninstalled')) as uninstalled
    from installations installation join selected on selected.id = installation.app_id
    group by installation.app_id),
  hourly as materialized (
    select installation.app_id, date_bin('1 hour', delivery.created_at, 'epoch') as hour,
      ${hourCountColumns}
    from selected join installations installation on installation.app_id = selected.id
      join deliveries delivery on delivery.installation_id = installation.id
    where delivery.created_at >= $4
    group by 1, 2)
  select selected.id as app_id, coalesce(enabled, 0) as enabled, coalesce(disabled, 0) as disabled,
    coalesce(uninstalled, 0) as uninstalled, coalesce(sent.hours, '[]') as hours
  from selected left join installed on installed.app_id = selected.id
    left join lateral (
      select json_agg(json_build_object('at', (extract(epoch from hour) * 1000)::bigint,
        'succeeded', succeeded, 'failed', failed)) as hours
      from hourly where hourly.app_id = selected.id) sent on true
  order by selected.id`;
