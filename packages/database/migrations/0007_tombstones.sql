-- Records are deleted for good; what is left of each is that it was there, and when it went.
create table tombstones (
  store_id bigint not null,
  resource text not null,
  record_id bigint not null,
  deleted_at timestamptz(3) not null default clock_timestamp(),
  primary key (store_id, resource, record_id)
);
create index tombstones_deleted on tombstones (store_id, deleted_at);
