-- Who prepares the change of an Idempotency-Key now, before its transaction: its twin is told to wait. The kept answer is what
-- makes it happen once, so a crash of the database may lose these.
create unlogged table idempotency_claims (
  store_id bigint not null,
  actor text not null,
  key text not null,
  -- Whoever holds it moves this on; a process that died does not.
  until timestamptz(3) not null,
  claim uuid not null default gen_random_uuid(),
  primary key (store_id, actor, key)
);
