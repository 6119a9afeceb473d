-- no-transaction
-- What happened to a shop's installations, ended ones too, without those of all other shops.
drop index if exists installations_store;
create index concurrently installations_store on installations (store_id);
-- What is told of a shop beside its stock, which is most of the log by far; a stock change enters no line here. Made for
-- the days to come alone, so that nobody waits: those before are read as they were until they are dropped.
create index if not exists events_told on only events (store_id, created_at, sequence)
  where topic not like 'inventory_level/%'
    and (topic not like 'product/%' or context is null or context like 'product/%');
