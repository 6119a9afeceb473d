-- Nobody can send email or create a store with an address that is not theirs. Accounts of the releases before count as verified.
alter table accounts add column email_verified_at timestamptz(3);
update accounts set email_verified_at = created_at;

-- A link that verifies the address of an account. It can be used once; only the hash of its token is stored.
create table email_verifications (
  token_hash bytea primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index email_verifications_account on email_verifications (account_id);

-- Emails beyond the limits of a day wait. `scheduled_at` is when an email is to be sent first, by which it is counted.
alter table mails add column scheduled_at timestamptz(3) not null default clock_timestamp();
update mails set scheduled_at = created_at;
-- Whether the email counts towards the limit of the account that owns the store: a test, an invitation, or a text of the store.
alter table mails add column is_own_text boolean not null default false;
update mails set is_own_text = true where kind in ('template_test', 'invitation');
drop index mails_about_orders;
create index mails_about_orders on mails (store_id, scheduled_at) where order_id is not null;
create index mails_own_texts on mails (store_id, scheduled_at) where is_own_text;
