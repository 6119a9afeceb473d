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
