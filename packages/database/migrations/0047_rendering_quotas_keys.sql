-- An email to a customer is queued with the variables of its template (encrypted, in `ciphertext`) and rendered later,
-- outside of the request that caused it.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('unrendered', 'queued', 'sent', 'failed'));
create index mails_unrendered on mails (coalesce(store_id, 0), due_at, id) where state = 'unrendered';

-- Why a store's template could last not be rendered. A change of its texts clears it.
alter table notification_templates add column render_error text, add column render_failed_at timestamptz(3);
select souk_audit_table('notification_templates', 'notification_template', 'id', 'kind', '',
  'store_id id kind render_error render_failed_at created_at updated_at');

-- Quotas of a store. Their counts are rows of resource_counts: each statement adds a row, and a job merges them.
create trigger metafields_count_inserted after insert on metafields
  referencing new table as inserted for each statement execute function count_inserted('metafields');
create trigger metafields_count_deleted after delete on metafields
  referencing old table as deleted for each statement execute function count_deleted('metafields');
create trigger webhook_subscriptions_count_inserted after insert on webhook_subscriptions
  referencing new table as inserted for each statement execute function count_inserted('webhook_subscriptions');
create trigger webhook_subscriptions_count_deleted after delete on webhook_subscriptions
  referencing old table as deleted for each statement execute function count_deleted('webhook_subscriptions');
create trigger collections_count_inserted after insert on collections
  referencing new table as inserted for each statement execute function count_inserted('collections');
create trigger collections_count_deleted after delete on collections
  referencing old table as deleted for each statement execute function count_deleted('collections');
create trigger snippets_count_inserted after insert on snippets
  referencing new table as inserted for each statement execute function count_inserted('snippets');
create trigger snippets_count_deleted after delete on snippets
  referencing old table as deleted for each statement execute function count_deleted('snippets');
create trigger script_tags_count_inserted after insert on script_tags
  referencing new table as inserted for each statement execute function count_inserted('script_tags');
create trigger script_tags_count_deleted after delete on script_tags
  referencing old table as deleted for each statement execute function count_deleted('script_tags');
insert into resource_counts (store_id, resource, delta)
select store_id, 'metafields', count(*) from metafields group by store_id union all
select store_id, 'webhook_subscriptions', count(*) from webhook_subscriptions group by store_id union all
select store_id, 'collections', count(*) from collections group by store_id union all
select store_id, 'snippets', count(*) from snippets group by store_id union all
select store_id, 'script_tags', count(*) from script_tags group by store_id;

-- The size of a file in bytes; 0 for files that were stored before. An image has its file as long as its row, another file
-- as long as the row with which it is removed.
alter table product_images add column size bigint not null default 0;
alter table file_removals add column size bigint not null default 0;

-- Count the bytes of rows. Arguments: the name of the count, the expression of the bytes of a row.
create function count_bytes() returns trigger language plpgsql as $$
declare
  sources text := case tg_op
    when 'INSERT' then format('select store_id, (%s) as bytes from inserted', tg_argv[1])
    when 'DELETE' then format('select store_id, -(%s) as bytes from deleted', tg_argv[1])
    else format('select store_id, (%1$s) as bytes from inserted union all select store_id, -(%1$s) from deleted', tg_argv[1])
  end;
begin
  execute format('insert into resource_counts (store_id, resource, delta)
    select store_id, $1, sum(bytes) from (%s) counted group by store_id having sum(bytes) <> 0', sources) using tg_argv[0];
  return null;
end $$;

create trigger metafields_bytes_inserted after insert on metafields
  referencing new table as inserted for each statement execute function count_bytes('metafield_bytes', 'octet_length(value)');
create trigger metafields_bytes_updated after update on metafields
  referencing new table as inserted old table as deleted
  for each statement execute function count_bytes('metafield_bytes', 'octet_length(value)');
create trigger metafields_bytes_deleted after delete on metafields
  referencing old table as deleted for each statement execute function count_bytes('metafield_bytes', 'octet_length(value)');
create trigger product_images_bytes_inserted after insert on product_images
  referencing new table as inserted for each statement execute function count_bytes('file_bytes', 'size');
create trigger product_images_bytes_deleted after delete on product_images
  referencing old table as deleted for each statement execute function count_bytes('file_bytes', 'size');
create trigger file_removals_bytes_inserted after insert on file_removals
  referencing new table as inserted for each statement execute function count_bytes('file_bytes', 'size');
create trigger file_removals_bytes_updated after update on file_removals
  referencing new table as inserted old table as deleted for each statement execute function count_bytes('file_bytes', 'size');
create trigger file_removals_bytes_deleted after delete on file_removals
  referencing old table as deleted for each statement execute function count_bytes('file_bytes', 'size');
insert into resource_counts (store_id, resource, delta)
select store_id, 'metafield_bytes', sum(octet_length(value)) from metafields group by store_id;

-- The secret key with which a process encrypts. Null: a process of an earlier release.
alter table processes add column secret_key_id text;
