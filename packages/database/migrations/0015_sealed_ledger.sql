-- The ledger's total without counting all of it (docs/decisions/0011-lists-at-a-million.md, "Totals").

-- How many movements a store has up to a moment, before which none can be written any more.
create table movement_seals (
  store_id bigint primary key,
  until timestamptz(3) not null,
  movements bigint not null
);

-- Up to when to seal next: as soon as every transaction with a number below this one has ended. One row, which is also the
-- lock between sealing and whoever writes movements of the past.
create table movement_mark (
  only_row boolean primary key default true check (only_row),
  until timestamptz(3) not null,
  transaction bigint not null
);
insert into movement_mark (until, transaction) values ('-infinity', 0);
