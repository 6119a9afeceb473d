import type { Database, Queryable } from "@souk/database";
import { demoApps } from "./demo-app.ts";
import { deleteOwnedRows, type OwnerIds } from "./owned-rows.ts";
import { demoAccounts } from "./seed-demo.ts";

/** What belongs to the demo's accounts. */
export interface DemoContent extends OwnerIds {
  emails: readonly string[];
  /** The handles of the stores that a demo account owns. */
  storeHandles: readonly string[];
}

const demoEmails = demoAccounts.map(({ email }) => email);
const settingKeys = Object.values(demoApps).map(({ settingKey }) => settingKey);

// In a database without the demo, anybody may sign up with one of these addresses. Such an account must not count as a demo account,
// because a production server does not start with demo accounts.
const findAccountsSql = `
  select id, email from accounts where email = any($1) and exists (select from settings where key = any($2))`;

/** Return whether any demo account exists. The password of the demo accounts is public. */
export async function hasDemoAccounts(db: Queryable): Promise<boolean> {
  return (await db.query(findAccountsSql, [demoEmails, settingKeys])).rowCount > 0;
}

/** Build a query of the audit log that lists the resources of one kind that the accounts of the CTE `account` created. */
const buildCreationsSql = (resource: "installation" | "access_token") => `
  select resource_id, label from audit_entries
  where resource = '${resource}' and action = 'create' and actor_kind = 'account'
    and actor_id in (select id::text from account)`;

const findContentSql = `
  with account as (${findAccountsSql}),
    store as (
      select distinct s.id, s.handle from stores s join memberships m on m.store_id = s.id
      where m.role = 'owner' and m.account_id in (select id from account)),
    partner as (
      select distinct partner_id as id from partner_members m where account_id in (select id from account)
        and not exists (
          select from partner_members other where other.partner_id = m.partner_id
            and other.account_id not in (select id from account))),
    app as (
      select id from apps where partner_id in (select id from partner) or store_id in (select id from store)
      union
      select app.id from (${buildCreationsSql("installation")}) created
        join installations installation on installation.id = created.resource_id
        join apps app on app.id = installation.app_id and app.kind = 'custom')
  select array(select id from account) as accounts, array(select email from account) as emails,
    array(select id from store order by id) as stores, array(select handle from store order by id) as store_handles,
    array(select id from partner) as partners, array(select id from app) as apps,
    array(select id from installations
      where app_id in (select id from app) or store_id in (select id from store)) as installations`;

// A demo account that replaced the token of another person's custom app knows the new token, so the new token is deleted.
const deleteTokensSql = `
  with account as (select unnest($1::bigint[]) as id)
  delete from access_tokens token using (${buildCreationsSql("access_token")}) created
  where token.installation_id = created.resource_id and token.hint = created.label`;

/**
 * Find what `removeDemo` would remove: the demo's accounts, the stores that these accounts own, the partners that have no other
 * members, the apps of these stores and partners, the custom apps that these accounts created in other stores, and the installations
 * in these stores or of these apps.
 */
export async function findDemo(db: Queryable): Promise<DemoContent> {
  const { store_handles, ...content } = await db.one<
    Omit<DemoContent, "storeHandles"> & { store_handles: string[] }
  >(findContentSql, [demoEmails, settingKeys]);
  return { ...content, storeHandles: store_handles };
}

/**
 * Remove the demo's accounts with everything that belongs to them, in one transaction. Everybody knows the accounts' password, so the
 * tokens and invitations that the accounts created in other stores are removed too. A server removes the
 * stored files when it next runs.
 */
export async function removeDemo(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const demo = await findDemo(tx);
    const files = await tx.many<{ store_id: number; path: string }>(
      `select store_id, path from product_images where store_id = any($1)
       union select store_id, path from exports where store_id = any($1) and path is not null
       union select store_id, path from imports where store_id = any($1)`,
      [[...demo.stores]],
    );
    await tx.query(deleteTokensSql, [[...demo.accounts]]);
    await tx.query("delete from invitations where invited_by = any($1)", [[...demo.accounts]]);
    await deleteOwnedRows(tx, demo);
    await tx.query("delete from settings where key = any($1)", [settingKeys]);
    await tx.query(
      `insert into file_removals (store_id, path, due_at)
       select store_id, path, clock_timestamp() from json_to_recordset($1::json) as file(store_id bigint, path text)
       on conflict do nothing`,
      [JSON.stringify(files)],
    );
  });
}
