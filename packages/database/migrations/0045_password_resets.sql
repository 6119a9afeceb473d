-- A person sees from which devices they are signed in. Sessions of the release before have neither.
alter table sessions add column user_agent text not null default '';
alter table sessions add column client_address text not null default '';

-- A link that sets a new password. It can be used once; only the hash of its token is stored.
create table password_resets (
  token_hash bytea primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_resets_account on password_resets (account_id);
