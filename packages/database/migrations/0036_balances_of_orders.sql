-- no-transaction
-- What an order moved of its customer's balances. The ledger is long in an old shop, and is written while this is made.
drop index if exists balance_movements_order;
create index concurrently balance_movements_order on balance_movements (store_id, order_id) where order_id is not null;
