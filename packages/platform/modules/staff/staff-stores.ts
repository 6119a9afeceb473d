import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import {
  appSuspensionColumns,
  type SuspensionColumns,
  toSuspension,
} from "../../infrastructure/suspension.ts";
import type { Addresses } from "../../runtime/addresses.ts";
import { readStaffList, readStaffRecord, type StaffList, type StaffListQuery } from "./staff-list.ts";

type Stores = OperationResponse<typeof operations.listStaffStores>;
type StoreDetail = OperationResponse<typeof operations.getStaffStore>["store"];
type StoreApp = StoreDetail["apps"][number];

interface StoreRow extends SuspensionColumns {
  id: number;
  handle: string;
  name: string;
  owner_email: string | null;
  app_count: number;
  product_count: number;
  created_at: Date;
}

/** The maximum number of a store's apps that are returned. */
const maxApps = 250;

const ownerEmailSql = `(
  select account.email from memberships member join accounts account on account.id = member.account_id
  where member.store_id = record.id and member.role = 'owner'
  order by member.created_at, account.id limit 1)`;

const storeList: StaffList = {
  select: `
    select record.id, record.handle, record.name, record.suspended_at, record.suspended_reason, record.created_at,
      ${ownerEmailSql} as owner_email,
      (select count(*) from installations installation
        where installation.store_id = record.id and installation.status in ('enabled', 'disabled')) as app_count,
      (select coalesce(sum(delta), 0)::bigint from resource_counts counted
        where counted.store_id = record.id and counted.resource = 'products') as product_count
    from stores record`,
  from: "from stores record",
  buildSearchCondition: (text) =>
    `(record.name ilike ${text} or record.handle ilike ${text} or ${ownerEmailSql} ilike ${text})`,
};

function toStaffStore(row: StoreRow, addresses: Addresses): Stores["stores"][number] {
  const { id, handle, name, owner_email, app_count, product_count, created_at } = row;
  return {
    id,
    handle,
    name,
    domain: addresses.storeHost(handle),
    host_url: addresses.hostUrl(handle),
    owner_email,
    app_count,
    product_count,
    suspended: toSuspension(row),
    created_at: created_at.toISOString(),
  };
}

/** List a page of the stores of the platform, the newest first. */
export async function listStaffStores(
  db: Queryable,
  query: StaffListQuery,
  addresses: Addresses,
): Promise<Stores> {
  const { rows, page } = await readStaffList<StoreRow>(db, storeList, query);
  return { stores: rows.map((row) => toStaffStore(row, addresses)), ...page };
}

/** Return a store with its apps. @throws ApiError `not_found` */
export async function getStaffStore(
  db: Queryable,
  id: number,
  addresses: Addresses,
): Promise<{ store: StoreDetail }> {
  const row = (await readStaffRecord<StoreRow>(db, storeList, id)) ?? throwApiError("not_found");
  return { store: { ...toStaffStore(row, addresses), apps: await listStoreApps(db, id) } };
}

interface StoreAppRow extends SuspensionColumns {
  id: number;
  name: string;
  handle: string;
  status: StoreApp["status"];
  installed_at: Date;
}

/** List the apps of a store that are not uninstalled, in the order of installation. */
async function listStoreApps(db: Queryable, storeId: number): Promise<StoreApp[]> {
  const text = `
    select app.id, app.name, app.handle, installation.status, installation.installed_at, ${appSuspensionColumns}
    from installations installation join apps app on app.id = installation.app_id
      left join partners partner on partner.id = app.partner_id
    where installation.store_id = $1 and installation.status <> 'uninstalled'
    order by installation.id limit $2`;
  const rows = await db.many<StoreAppRow>(text, [storeId, maxApps]);
  return rows.map((row) => {
    const { id, name, handle, status, installed_at } = row;
    return {
      id,
      name,
      handle,
      status,
      installed_at: installed_at.toISOString(),
      suspended: toSuspension(row),
    };
  });
}
