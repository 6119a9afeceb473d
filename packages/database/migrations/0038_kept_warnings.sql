-- What an answer that is replayed said beside its text (Service-Warning).
alter table idempotency_keys add column warning text;
