-- Keys that a database distributed by store_id can hold (docs/decisions/0024-database-names-and-keys.md).

-- A store's tables may refer to stores; stores refers to none of them. Its currency is listed by the trigger
-- stores_currency_inserted, and the API deletes no currency that is the store's own.
alter table stores drop constraint stores_currency;

-- Deleting a collection moves its child collections to the top level in the same transaction.
alter table collections drop constraint collections_store_id_parent_id_fkey;
alter table collections add constraint collections_store_id_parent_id_fkey
  foreign key (store_id, parent_id) references collections (store_id, id) not valid;
alter table collections validate constraint collections_store_id_parent_id_fkey;

create unique index curls_installation_topic on curls (store_id, installation_id, topic);
drop index curls_topic;

-- The token is 256 random bits; it is looked up before the store is known.
create unique index invitations_store_token on invitations (store_id, token_hash);
create index invitations_token on invitations (token_hash);
alter table invitations drop constraint invitations_token_hash_key;
