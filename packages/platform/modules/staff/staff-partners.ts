import { type AnswerOf, type operations, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type SuspensionColumns, suspensionOf } from "../../suspension.ts";
import { appsOfPartner } from "./staff-apps.ts";
import { readStaffList, readStaffRecord, type StaffList, type StaffQuestion } from "./staff-list.ts";

type Partners = AnswerOf<typeof operations.listStaffPartners>;
type PartnerDetail = AnswerOf<typeof operations.getStaffPartner>["partner"];
type Member = PartnerDetail["members"][number];

interface PartnerRow extends SuspensionColumns {
  id: number;
  name: string;
  member_count: number;
  app_count: number;
  created_at: Date;
}

const mostApps = 250;

const partners: StaffList = {
  select: `
    select record.id, record.name, record.suspended_at, record.suspended_reason, record.created_at,
      (select count(*) from partner_members member where member.partner_id = record.id) as member_count,
      (select count(*) from apps app where app.partner_id = record.id) as app_count
    from partners record`,
  from: "from partners record",
  finds: (text) => `(record.name ilike ${text} or exists (
    select from partner_members member join accounts account on account.id = member.account_id
    where member.partner_id = record.id and account.email ilike ${text}))`,
};

function showPartner(row: PartnerRow): Partners["partners"][number] {
  const { id, name, member_count, app_count, created_at } = row;
  return {
    id,
    name,
    member_count,
    app_count,
    suspended: suspensionOf(row),
    created_at: created_at.toISOString(),
  };
}

/** The partners of the platform, the newest first. */
export async function listStaffPartners(run: Queryable, question: StaffQuestion): Promise<Partners> {
  const { rows, page } = await readStaffList<PartnerRow>(run, partners, question);
  return { partners: rows.map(showPartner), ...page };
}

/** One partner with its people and its newest apps. @throws Refusal `not_found` */
export async function getStaffPartner(run: Queryable, id: number): Promise<{ partner: PartnerDetail }> {
  const row = (await readStaffRecord<PartnerRow>(run, partners, id)) ?? refuse("not_found");
  const members = await membersOf(run, id);
  return { partner: { ...showPartner(row), members, apps: await appsOfPartner(run, id, mostApps) } };
}

async function membersOf(run: Queryable, partnerId: number): Promise<Member[]> {
  const text = `
    select account.id as account_id, account.email, account.name, member.role
    from partner_members member join accounts account on account.id = member.account_id
    where member.partner_id = $1 order by member.created_at, account.id`;
  return (await run.query<Member>(text, [partnerId])).rows;
}
