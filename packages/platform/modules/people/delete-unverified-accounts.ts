import type { Queryable } from "@souk/database";

/** How many days a person has to verify the address with which they signed up. */
const unverifiedDays = 7;
/** The maximum number of accounts that one call deletes. */
const maxDeletedAtOnce = 100;

// An account that is signed in, belongs to a store, or has a partner in use, is in use and is kept. In development, people can
// use an account that is not verified. A partner is in use if it has another member or an app. A partner that platform staff have suspended before is kept too.
// An account that approved an app or has a staff action is kept, because those records refer to it.
const deleteText = `
  with unused_accounts as (
    select id from accounts account
    where email_verified_at is null and created_at < $1::timestamptz - interval '${unverifiedDays} days' and not is_staff
      and not exists (select from sessions where account_id = account.id and expires_at > $1)
      and not exists (select from memberships where account_id = account.id)
      and not exists (
        select from partner_members member join partners partner on partner.id = member.partner_id
        where member.account_id = account.id and (
          exists (select from staff_actions where target_kind = 'partner' and target_id = partner.id)
          or exists (select from apps where partner_id = partner.id)
          or exists (select from partner_members other
            where other.partner_id = partner.id and other.account_id <> account.id)))
      and not exists (select from authorization_codes where account_id = account.id)
      and not exists (select from staff_actions where account_id = account.id)
    order by created_at limit ${maxDeletedAtOnce} for update skip locked),
  deleted_partners as (
    delete from partners where id in (
      select partner_id from partner_members where account_id in (select id from unused_accounts)))
  delete from accounts where id in (select id from unused_accounts) and email_verified_at is null`;

/**
 * Delete accounts whose address nobody has verified in seven days, each with its partner, so that a stranger cannot occupy other
 * people's addresses. A background job calls this function.
 * @returns the number of deleted accounts
 */
export async function deleteUnverifiedAccounts(db: Queryable, now: Date): Promise<number> {
  return (await db.query(deleteText, [now])).rowCount;
}
