import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type SuspensionColumns, toSuspension } from "../../infrastructure/suspension.ts";
import { selectFulfillmentUrls, toFulfillmentUrlsJson } from "../partners/index.ts";
import type { StaffDeps } from "./staff-deps.ts";
import { readStaffList, readStaffRecord, type StaffList, type StaffListQuery } from "./staff-list.ts";

type StaffApp = OperationResponse<typeof operations.listStaffApps>["apps"][number];

interface AppRow extends SuspensionColumns {
  id: number;
  kind: "public" | "custom";
  name: string;
  handle: string;
  client_id: string;
  app_url: string;
  embedded: boolean;
  partner_id: number | null;
  partner_name: string | null;
  partner_suspended_at: Date | null;
  partner_suspended_reason: string | null;
  store_id: number | null;
  store_handle: string | null;
  installation_count: number;
  created_at: Date;
}

const appList: StaffList = {
  select: `
    select record.id, record.kind, record.name, record.handle, record.client_id, record.app_url, record.embedded,
      record.suspended_at, record.suspended_reason, record.created_at, record.partner_id, partner.name as partner_name,
      partner.suspended_at as partner_suspended_at, partner.suspended_reason as partner_suspended_reason,
      record.store_id, store.handle as store_handle,
      (select count(*) from installations installation
        where installation.app_id = record.id and installation.status in ('enabled', 'disabled')) as installation_count
    from apps record left join partners partner on partner.id = record.partner_id
      left join stores store on store.id = record.store_id`,
  from: "from apps record",
  buildSearchCondition: (text) =>
    `(record.name ilike ${text} or record.handle ilike ${text} or record.client_id ilike ${text})`,
};

function toPartner(row: AppRow): StaffApp["partner"] {
  const { partner_id, partner_name, partner_suspended_at, partner_suspended_reason } = row;
  if (partner_id === null) return null;
  const suspended = toSuspension({
    suspended_at: partner_suspended_at,
    suspended_reason: partner_suspended_reason,
  });
  return { id: partner_id, name: partner_name ?? "", suspended };
}

function toStaffApp(row: AppRow): StaffApp {
  const { id, kind, name, handle, client_id, app_url, embedded, installation_count, created_at } = row;
  return {
    id,
    kind,
    name,
    handle,
    client_id,
    app_url,
    embedded,
    partner: toPartner(row),
    store: row.store_id === null ? null : { id: row.store_id, handle: row.store_handle ?? "" },
    installation_count,
    suspended: toSuspension(row),
    created_at: created_at.toISOString(),
  };
}

/** List a page of the apps of the platform, public and custom, the newest first. */
export async function listStaffApps(
  db: Queryable,
  query: StaffListQuery,
): Promise<OperationResponse<typeof operations.listStaffApps>> {
  const { rows, page } = await readStaffList<AppRow>(db, appList, query);
  return { apps: rows.map(toStaffApp), ...page };
}

/** Return an app with its fulfillment URLs (REG-4). @throws ApiError `not_found` */
export async function getStaffApp(
  db: Queryable,
  id: number,
  urlRules: Pick<StaffDeps, "addresses" | "localAccess">,
): Promise<OperationResponse<typeof operations.getStaffApp>> {
  const row = (await readStaffRecord<AppRow>(db, appList, id)) ?? throwApiError("not_found");
  const urls = (await selectFulfillmentUrls(db, [id])).get(id) ?? [];
  return { app: { ...toStaffApp(row), fulfillment_urls: toFulfillmentUrlsJson(urls, urlRules) } };
}

/** List the newest apps of a partner. */
export async function listPartnerApps(db: Queryable, partnerId: number, limit: number): Promise<StaffApp[]> {
  const text = `${appList.select} where record.partner_id = $1 order by record.id desc limit $2`;
  return (await db.many<AppRow>(text, [partnerId, limit])).map(toStaffApp);
}
