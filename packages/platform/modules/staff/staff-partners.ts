import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type SuspensionColumns, toSuspension } from "../../infrastructure/suspension.ts";
import { listPartnerApps } from "./staff-apps.ts";
import { readStaffList, readStaffRecord, type StaffList, type StaffListQuery } from "./staff-list.ts";

type Partners = OperationResponse<typeof operations.listStaffPartners>;
type PartnerDetail = OperationResponse<typeof operations.getStaffPartner>["partner"];
type Member = PartnerDetail["members"][number];

interface PartnerRow extends SuspensionColumns {
  id: number;
  name: string;
  member_count: number;
  app_count: number;
  created_at: Date;
}

/** The maximum number of a partner's apps that are returned. */
const maxApps = 250;

const partnerList: StaffList = {
  select: `
    select record.id, record.name, record.suspended_at, record.suspended_reason, record.created_at,
      (select count(*) from partner_members member where member.partner_id = record.id) as member_count,
      (select count(*) from apps app where app.partner_id = record.id) as app_count
    from partners record`,
  from: "from partners record",
  buildSearchCondition: (text) => `(record.name ilike ${text} or exists (
    select from partner_members member join accounts account on account.id = member.account_id
    where member.partner_id = record.id and account.email ilike ${text}))`,
};

function toStaffPartner(row: PartnerRow): Partners["partners"][number] {
  const { id, name, member_count, app_count, created_at } = row;
  return {
    id,
    name,
    member_count,
    app_count,
    suspended: toSuspension(row),
    created_at: created_at.toISOString(),
  };
}

/** List a page of the partners of the platform, the newest first. */
export async function listStaffPartners(db: Queryable, query: StaffListQuery): Promise<Partners> {
  const { rows, page } = await readStaffList<PartnerRow>(db, partnerList, query);
  return { partners: rows.map(toStaffPartner), ...page };
}

/** Return a partner with its members and its newest apps. @throws ApiError `not_found` */
export async function getStaffPartner(db: Queryable, id: number): Promise<{ partner: PartnerDetail }> {
  const row = (await readStaffRecord<PartnerRow>(db, partnerList, id)) ?? throwApiError("not_found");
  const members = await listMembers(db, id);
  return { partner: { ...toStaffPartner(row), members, apps: await listPartnerApps(db, id, maxApps) } };
}

async function listMembers(db: Queryable, partnerId: number): Promise<Member[]> {
  const text = `
    select account.id as account_id, account.email, account.name, member.role
    from partner_members member join accounts account on account.id = member.account_id
    where member.partner_id = $1 order by member.created_at, account.id`;
  return await db.many<Member>(text, [partnerId]);
}
