-- The records of a file hold customers by now. The release before writes them by the former name, which a later migration
-- takes away.
alter table import_products rename to import_records;
alter table import_records rename column handle to key;
alter table import_records rename constraint import_products_pkey to import_records_pkey;
alter table import_records
  rename constraint import_products_store_id_import_id_fkey to import_records_store_id_import_id_fkey;
create view import_products as select store_id, import_id, key as handle, "row" from import_records;
