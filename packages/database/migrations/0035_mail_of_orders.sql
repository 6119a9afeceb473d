-- A customer's mail is counted before another is sent: about the order, to the address, of the shop.
alter table mails add column order_id bigint;
create index mails_of_orders on mails (store_id, created_at) where order_id is not null;
create index mails_order on mails (store_id, order_id) where order_id is not null;

-- So is a test of a template: to the address, of the shop.
create index mails_tests on mails (store_id, created_at) where kind = 'template_test';
create index mails_tests_to on mails (lower(recipient), created_at) where kind = 'template_test';

-- What shops send their customers, and tests of it, waits for what the platform itself has to say; within either, shops take turns.
alter table mails add column goes_first boolean not null default true;
create index mails_turns on mails (goes_first, coalesce(store_id, 0), due_at, id) where state = 'queued';
drop index mails_due;

-- Fulfillment requests are forgotten after 30 days.
create index fulfillment_requests_created on fulfillment_requests (created_at);
