-- A job that follows an erasure finds in the audit log which orders were a customer's that are gone, or another's, by now, and what
-- it tells of the parts of an order (docs/decisions/0015-privacy.md). Made for the months to come alone, so that nobody waits: what
-- was written before is read through, store by store and kind by kind, until it is dropped.
create index if not exists audit_entries_buyer on only audit_entries (store_id, (before ->> 'customer_id'))
  where resource = 'order' and before ->> 'customer_id' is not null;
create index if not exists audit_entries_buyer_email on only audit_entries (store_id, lower(before ->> 'email'))
  where resource = 'order' and before ->> 'email' is not null;
create index if not exists audit_entries_buyer_shipping on only audit_entries (store_id, lower(before #>> '{shipping_address,email}'))
  where resource = 'order' and before #>> '{shipping_address,email}' is not null;
create index if not exists audit_entries_buyer_billing on only audit_entries (store_id, lower(before #>> '{billing_address,email}'))
  where resource = 'order' and before #>> '{billing_address,email}' is not null;
create index if not exists audit_entries_parent on only audit_entries (store_id, parent_id, resource) where parent_id is not null;

alter table privacy_requests
  -- Orders that were the customer's, for what is scrubbed a moment later; among them those of others that were only sent or billed
  -- to them.
  add column order_ids bigint[] not null default '{}',
  add column addressed_order_ids bigint[] not null default '{}',
  -- Whom those that are nobody's may name, until they are scrubbed; empty: none was known. The release before leaves it null.
  add column erased_email text,
  -- When scrubbing failed last: it is tried again, behind those that wait.
  add column scrub_failed_at timestamptz(3);
create index privacy_requests_erased on privacy_requests (id) where erased_email is not null;
