import { type OperationResponse, type operations, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type SuspensionColumns, toSuspension } from "../../../infrastructure/suspension.ts";
import type { Clock } from "../../../runtime/clock.ts";
import { describeDevice, listSessions } from "../../people/index.ts";
import { type AccountRow, accountColumns, toAccount } from "./find-accounts.ts";

type AccountDetail = OperationResponse<typeof operations.getStaffAccount>;
type Store = AccountDetail["account"]["stores"][number];
type Partner = AccountDetail["account"]["partners"][number];

/** The maximum number of stores, and of partners, that are returned. */
const maxRecords = 250;

const accountText = `
  select ${accountColumns},
    (select count(*) from password_resets reset where reset.account_id = record.id and reset.expires_at > $2)
      as password_reset_count
  from accounts record where record.id = $1`;

const storesText = `
  select store.id, store.handle, store.name, member.role, store.suspended_at, store.suspended_reason
  from memberships member join stores store on store.id = member.store_id
  where member.account_id = $1 order by member.created_at desc, store.id desc limit ${maxRecords}`;

const partnersText = `
  select partner.id, partner.name, member.role, partner.suspended_at, partner.suspended_reason
  from partner_members member join partners partner on partner.id = member.partner_id
  where member.account_id = $1 order by member.created_at desc, partner.id desc limit ${maxRecords}`;

/** Return an account with its stores, partners and sessions. @throws ApiError `not_found` */
export async function getAccount(db: Queryable, id: number, clock: Clock): Promise<AccountDetail> {
  const now = new Date(clock.now());
  const row = await db.maybeOne<AccountRow & { password_reset_count: number }>(accountText, [id, now]);
  if (row === undefined) throwApiError("not_found");
  const stores = await db.many<Omit<Store, "suspended"> & SuspensionColumns>(storesText, [id]);
  const partners = await db.many<Omit<Partner, "suspended"> & SuspensionColumns>(partnersText, [id]);
  const sessions = await listSessions(db, id, now);
  const signInTimes = sessions.map(({ created_at }) => created_at.toISOString()).sort();
  return {
    account: {
      ...toAccount(row),
      stores: stores.map((store) => ({
        id: store.id,
        handle: store.handle,
        name: store.name,
        role: store.role,
        suspended: toSuspension(store),
      })),
      partners: partners.map((partner) => ({
        id: partner.id,
        name: partner.name,
        role: partner.role,
        suspended: toSuspension(partner),
      })),
      sessions: sessions.map(({ audience, user_agent, client_address, created_at, seen_at }) => ({
        site: audience,
        device: describeDevice(user_agent),
        client_address,
        signed_in_at: created_at.toISOString(),
        last_used_at: seen_at.toISOString(),
      })),
      last_signed_in_at: signInTimes.at(-1) ?? null,
      password_reset_count: row.password_reset_count,
    },
  };
}
