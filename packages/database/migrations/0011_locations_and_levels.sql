-- no-transaction
-- The levels of one location in the order of their ids: a walk over a location with a million of them reads each page alone.
drop index if exists inventory_levels_place;
create index concurrently inventory_levels_place on inventory_levels (store_id, location_id, id);
drop index concurrently if exists inventory_levels_location;

-- A code is one location's own, whatever its case.
drop index if exists locations_code_any_case;
create unique index concurrently locations_code_any_case on locations (store_id, lower(code));
drop index concurrently if exists locations_code;

-- INV-9: the primary location is active. There are few locations, so that looking at all of them makes nobody wait.
alter table locations drop constraint if exists locations_primary_active;
alter table locations add constraint locations_primary_active check (is_active or not is_primary);

-- What a purchase order, a transfer or an order moved. Made for the months to come alone, so that nobody waits: those
-- before hold no such movement.
create index if not exists inventory_movements_purchase_order on only inventory_movements
  (store_id, purchase_order_id, created_at, id) where purchase_order_id is not null;
create index if not exists inventory_movements_transfer on only inventory_movements
  (store_id, transfer_id, created_at, id) where transfer_id is not null;
create index if not exists inventory_movements_order on only inventory_movements
  (store_id, order_id, created_at, id) where order_id is not null;
