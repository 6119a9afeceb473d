import { type OperationResponse, type operations, type Page, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { countApps } from "./app-store.ts";
import { countedInHour, everyHour, getFirstHour, type HourRow } from "./delivery-hours.ts";
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
 * Summarize an account's apps: current installations, and the deliveries created in each of the last 24
 * hours. Pages are those of `listApps`, unless app ids are given.
 */
export async function listAppSummaries(
  db: Queryable,
  question: { account_id: number; page: number; limit: number; ids?: readonly number[] | undefined },
  { clock }: PartnersDeps,
): Promise<Summaries> {
  const { account_id, ids } = question;
  const page = resolvePage(await countApps(db, account_id, ids), question.page, question.limit);
  const firstHour = getFirstHour(clock);
  const rows = await selectSummaries(db, account_id, { ids, page, since: new Date(firstHour) });
  return { app_summaries: rows.map((row) => showSummary(row, firstHour)), ...page };
}

function showSummary({ app_id, hours, ...installations }: SummaryRow, firstHour: number): Summary {
  return { app_id, installations, deliveries: everyHour(hours, firstHour) };
}

async function selectSummaries(
  db: Queryable,
  accountId: number,
  { ids, page, since }: { ids: readonly number[] | undefined; page: Page; since: Date },
): Promise<SummaryRow[]> {
  const values = [accountId, page.limit, (page.page - 1) * page.limit, since, ids ?? null];
  return await db.many<SummaryRow>(summariesText, values);
}

// An uninstall that is on its way counts as done.
const summariesText = `
  with own as materialized (
    select app.id from apps app join partner_members member on member.partner_id = app.partner_id
    where member.account_id = $1 and ($5::bigint[] is null or app.id = any ($5))
    order by app.id limit $2 offset $3),
  installed as (
    select installation.app_id, count(*) filter (where status = 'enabled') as enabled,
      count(*) filter (where status = 'disabled') as disabled,
      count(*) filter (where status in ('uninstalling', 'uninstalled')) as uninstalled
    from installations installation join own on own.id = installation.app_id
    group by installation.app_id),
  hourly as materialized (
    select installation.app_id, date_bin('1 hour', delivery.created_at, 'epoch') as hour,
      ${countedInHour}
    from own join installations installation on installation.app_id = own.id
      join deliveries delivery on delivery.installation_id = installation.id
    where delivery.created_at >= $4
    group by 1, 2)
  select own.id as app_id, coalesce(enabled, 0) as enabled, coalesce(disabled, 0) as disabled,
    coalesce(uninstalled, 0) as uninstalled, coalesce(sent.hours, '[]') as hours
  from own left join installed on installed.app_id = own.id
    left join lateral (
      select json_agg(json_build_object('at', (extract(epoch from hour) * 1000)::bigint,
        'succeeded', succeeded, 'failed', failed)) as hours
      from hourly where hourly.app_id = own.id) sent on true
  order by own.id`;
