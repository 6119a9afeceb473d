-- A customer's mail is counted before another is sent: about the order, to the address, of the shop.
alter table mails add column order_id bigint;
create index mails_of_orders on mails (store_id, created_at) where order_id is not null;
create index mails_order on mails (store_id, order_id) where order_id is not null;

-- Fulfillment requests are forgotten after 30 days.
create index fulfillment_requests_created on fulfillment_requests (created_at);
