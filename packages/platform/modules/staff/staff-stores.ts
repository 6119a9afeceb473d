import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import { appSuspensionColumns, type SuspensionColumns, suspensionOf } from "../../suspension.ts";
import { readStaffList, readStaffRecord, type StaffList, type StaffQuestion } from "./staff-list.ts";

type Stores = AnswerOf<typeof operations.listStaffStores>;
type StoreDetail = AnswerOf<typeof operations.getStaffStore>["store"];
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

const mostApps = 250;

const ownerEmail = `(
  select account.email from memberships member join accounts account on account.id = member.account_id
  where member.store_id = record.id and member.role = 'owner'
  order by member.created_at, account.id limit 1)`;

const stores: StaffList = {
  select: `
    select record.id, record.handle, record.name, record.suspended_at, record.suspended_reason, record.created_at,
      ${ownerEmail} as owner_email,
      (select count(*) from installations installation
        where installation.store_id = record.id and installation.status in ('enabled', 'disabled')) as app_count,
      (select coalesce(sum(delta), 0)::bigint from resource_counts counted
        where counted.store_id = record.id and counted.resource = 'products') as product_count
    from stores record`,
  from: "from stores record",
  finds: (text) =>
    `(record.name ilike ${text} or record.handle ilike ${text} or ${ownerEmail} ilike ${text})`,
};

function showStore(row: StoreRow, addresses: Addresses): Stores["stores"][number] {
  const { id, handle, name, owner_email, app_count, product_count, created_at } = row;
  return {
    id,
    handle,
    name,
    domain: addresses.shopHost(handle),
    host_url: addresses.hostUrl(handle),
    owner_email,
    app_count,
    product_count,
    suspended: suspensionOf(row),
    created_at: created_at.toISOString(),
  };
}

/** The stores of the platform, the newest first. */
export async function listStaffStores(
  run: Queryable,
  question: StaffQuestion,
  addresses: Addresses,
): Promise<Stores> {
  const { rows, page } = await readStaffList<StoreRow>(run, stores, question);
  return { stores: rows.map((row) => showStore(row, addresses)), ...page };
}

/** One store with the apps that it has. @throws Refusal `not_found` */
export async function getStaffStore(
  run: Queryable,
  id: number,
  addresses: Addresses,
): Promise<{ store: StoreDetail }> {
  const row = (await readStaffRecord<StoreRow>(run, stores, id)) ?? refuse("not_found");
  return { store: { ...showStore(row, addresses), apps: await appsOfStore(run, id) } };
}

interface StoreAppRow extends SuspensionColumns {
  id: number;
  name: string;
  handle: string;
  status: StoreApp["status"];
  installed_at: Date;
}

async function appsOfStore(run: Queryable, storeId: number): Promise<StoreApp[]> {
  const text = `
    select app.id, app.name, app.handle, installation.status, installation.installed_at, ${appSuspensionColumns}
    from installations installation join apps app on app.id = installation.app_id
      left join partners partner on partner.id = app.partner_id
    where installation.store_id = $1 and installation.status <> 'uninstalled'
    order by installation.id limit $2`;
  const { rows } = await run.query<StoreAppRow>(text, [storeId, mostApps]);
  return rows.map((row) => {
    const { id, name, handle, status, installed_at } = row;
    return {
      id,
      name,
      handle,
      status,
      installed_at: installed_at.toISOString(),
      suspended: suspensionOf(row),
    };
  });
}
