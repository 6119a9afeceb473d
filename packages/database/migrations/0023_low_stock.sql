-- no-transaction
-- Few products are low on stock: they are found by this, as those that are out of it.
drop index if exists products_low_on_stock;
create index concurrently products_low_on_stock on products (store_id, id)
  where total_quantity > 0 and total_quantity <= 5;
