-- The trade's own names for what earlier migrations named otherwise (docs/decisions/0024-database-names-and-keys.md).

-- Columns and tables.
alter table product_search rename column told to search_text;
alter table customer_search rename column told to search_text;
alter table order_search rename column told to search_text;
alter table mails rename column goes_first to priority;
alter table lanes rename column wakes to wake_count;
alter table endpoints rename column takes to lease_count;
alter table endpoints rename column notices to notices_sent;
alter table fulfillment_orders rename column keeps_location to blocks_location_delete;
alter table stores rename column rendition to display_version;
alter table file_removals rename column tries to attempts;
alter table idempotency_claims rename column until to expires_at;
alter table movement_seals rename to ledger_checkpoints;
alter table ledger_checkpoints rename column until to covered_until;
alter table ledger_checkpoints rename column movements to movement_count;
alter table ledger_checkpoints rename constraint movement_seals_pkey to ledger_checkpoints_pkey;
alter table movement_mark rename to ledger_checkpoint_mark;
alter table ledger_checkpoint_mark rename column until to covered_until;
alter table ledger_checkpoint_mark rename column transaction to transaction_id;
alter table ledger_checkpoint_mark rename constraint movement_mark_pkey to ledger_checkpoint_mark_pkey;
alter table ledger_checkpoint_mark rename constraint movement_mark_only_row_check to ledger_checkpoint_mark_only_row_check;
-- Read by the release before import_records only.
drop view import_products;

-- Constraints that PostgreSQL had to number.
alter table apps rename constraint apps_check to apps_public_has_partner;
alter table apps rename constraint apps_check1 to apps_custom_has_store;
alter table apps rename constraint apps_check2 to apps_suspension_has_reason;
alter table partners rename constraint partners_check to partners_suspension_has_reason;
alter table stores rename constraint stores_check to stores_suspension_has_reason;
alter table collections rename constraint collections_check to collections_parent_is_another;
alter table metafields rename constraint metafields_check to metafields_private_has_app;
alter table fulfillment_requests rename constraint fulfillment_requests_check to fulfillment_requests_answer_of_status;
alter table fulfillment_requests rename constraint fulfillment_requests_check1 to fulfillment_requests_error_of_status;
alter table purchase_order_lines rename constraint purchase_order_lines_check to purchase_order_lines_received_quantity;
alter table transfer_lines rename constraint transfer_lines_check to transfer_lines_received_quantity;
alter table transfers rename constraint transfers_check to transfers_locations_differ;

-- Indexes.
alter index events_told rename to events_activity;
alter index mails_turns rename to mails_queued;
alter index mails_of_orders rename to mails_about_orders;
alter index mails_tests rename to mails_template_tests;
alter index mails_tests_to rename to mails_template_tests_recipient;
alter index mails_invitations_to rename to mails_invitations_recipient;
alter index installations_live rename to installations_current;
alter index authorization_codes_open rename to authorization_codes_unredeemed;
alter index locations_code_any_case rename to locations_code;
alter index inventory_levels_place rename to inventory_levels_location;
alter index audit_entries_buyer rename to audit_entries_order_customer;
alter index audit_entries_buyer_email rename to audit_entries_order_email;
alter index audit_entries_buyer_billing rename to audit_entries_order_billing_email;
alter index audit_entries_buyer_shipping rename to audit_entries_order_shipping_email;

-- Triggers.
alter trigger customers_told_inserted on customers rename to customers_search_inserted;
alter trigger customers_told_changed on customers rename to customers_search_updated;
alter trigger products_told_inserted on products rename to products_search_inserted;
alter trigger products_told_changed on products rename to products_search_updated;
alter trigger variants_told_inserted on variants rename to variants_search_inserted;
alter trigger variants_told_changed on variants rename to variants_search_updated;
alter trigger variants_told_deleted on variants rename to variants_search_deleted;
alter trigger levels_count_inserted on inventory_levels rename to inventory_levels_count_inserted;
alter trigger levels_count_deleted on inventory_levels rename to inventory_levels_count_deleted;
alter trigger stores_own_currency on stores rename to stores_currency_inserted;

-- Trigger functions keep their triggers under a new name; their bodies follow.
alter function collects_inserted() rename to count_collects_inserted;
alter function collects_deleted() rename to count_collects_deleted;
alter function customer_group_members_inserted() rename to count_group_members_inserted;
alter function customer_group_members_deleted() rename to count_group_members_deleted;
alter function count_order_states_changed() rename to count_order_states_updated;
alter function metafields_forgotten() rename to delete_metafields_of;
alter function souk_own_currency() rename to insert_store_currency;
alter function tags_inserted() rename to count_tags_inserted;
alter function tags_changed() rename to count_tags_updated;
alter function tags_deleted() rename to count_tags_deleted;
alter function tell_customer() rename to refresh_customer_search;
alter function tell_changed_product() rename to refresh_product_search;

create or replace function count_tags_inserted() returns trigger language plpgsql as $$
begin
  insert into tags (store_id, resource_type, name)
  select distinct record.store_id, tg_argv[0], tag.name from inserted record, unnest(record.tags) as tag (name)
  where not exists (
    select from tags known
    where known.store_id = record.store_id and known.resource_type = tg_argv[0] and known.name = tag.name)
  order by 1, 3 on conflict do nothing;
  insert into tag_counts (store_id, resource_type, name, delta)
  select record.store_id, tg_argv[0], tag.name, count(distinct record.id)
  from inserted record, unnest(record.tags) as tag (name)
  group by record.store_id, tag.name;
  return null;
end $$;

create or replace function count_tags_updated() returns trigger language plpgsql as $$
begin
  if not new.tags <@ old.tags then
    insert into tags (store_id, resource_type, name)
    select distinct new.store_id, tg_argv[0], tag.name from unnest(new.tags) as tag (name)
    where not exists (
      select from tags known
      where known.store_id = new.store_id and known.resource_type = tg_argv[0] and known.name = tag.name)
    order by 3 on conflict do nothing;
  end if;
  insert into tag_counts (store_id, resource_type, name, delta)
  select new.store_id, tg_argv[0], tag.name, sum(tag.delta) from (
    select distinct name, 1 as delta from unnest(new.tags) name
    union all select distinct name, -1 from unnest(old.tags) name) tag
  group by tag.name having sum(tag.delta) <> 0;
  return null;
end $$;

create or replace function count_tags_deleted() returns trigger language plpgsql as $$
begin
  insert into tag_counts (store_id, resource_type, name, delta)
  select record.store_id, tg_argv[0], tag.name, -count(distinct record.id)
  from deleted record, unnest(record.tags) as tag (name)
  group by record.store_id, tag.name;
  return null;
end $$;

create or replace function delete_metafields_of() returns trigger language plpgsql as $$
begin
  delete from metafields using deleted owner
  where metafields.store_id = owner.store_id and metafields.owner_resource = tg_argv[0]
    and metafields.owner_id = owner.id;
  return null;
end $$;

create or replace function insert_store_currency() returns trigger language plpgsql as $$
begin
  insert into currencies (store_id, code, rate) values (new.id, new.currency_code, 1)
  on conflict (store_id, code) do update set rate = 1 where currencies.rate <> 1;
  return null;
end $$;

-- The audit log.
create or replace function souk_audit() returns trigger language plpgsql as $$
declare
  actor jsonb := nullif(current_setting('souk.actor', true), '')::jsonb;
  columns text[] := string_to_array(tg_argv[4], ' ');
  old_row jsonb;
  new_row jsonb;
  changed_columns text[];
begin
  -- A row that a foreign key deletes is covered by the entry of the record it belongs to.
  if actor is null or (tg_op = 'DELETE' and pg_trigger_depth() > 1) then return null; end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    select array_agg(name) into changed_columns
    from unnest(columns) name where old_row -> name is distinct from new_row -> name;
    if changed_columns is null then return null; end if;
    columns := changed_columns;
  end if;
  insert into audit_entries (store_id, action, resource, resource_id, parent_id, label, before, after,
    actor_kind, actor_id, request_id)
  select coalesce(record ->> 'store_id', record ->> 'id')::bigint,
    case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
    tg_argv[0], (record ->> tg_argv[1])::bigint, (record ->> tg_argv[3])::bigint,
    left(coalesce(nullif(record ->> tg_argv[2], ''), nullif(old_row ->> tg_argv[2], '')), 255),
    souk_audit_snapshot(old_row, columns), souk_audit_snapshot(new_row, columns),
    actor ->> 'kind', actor ->> 'id', actor ->> 'request_id'
  from (select coalesce(new_row, old_row) as record) current_row_or_deleted;
  return null;
end $$;

alter function souk_audited(jsonb, text[]) rename to souk_audit_snapshot;

drop function souk_audit_table(regclass, text, text, text, text, text);
-- Audit a table: which resource its rows are, and their columns of id, label, parent and what an entry shows.
create function souk_audit_table(
  audited_table regclass, resource text, id text, label text, parent text, columns text
) returns void language plpgsql as $$
declare
  arguments text := format('%L, %L, %L, %L, %L', resource, id, label, parent, columns);
begin
  execute format('create trigger %I after insert or delete on %s for each row execute function souk_audit(%s)',
    audited_table || '_audited', audited_table, arguments);
  execute format('create trigger %I after update of %s on %s for each row execute function souk_audit(%s)',
    audited_table || '_audited_update', replace(columns, ' ', ', '), audited_table, arguments);
end $$;

-- Search. The indexes are built again on the renamed function, since PostgreSQL renames no parameter.
drop index product_search_tokens, customer_search_tokens, order_search_tokens;
drop function souk_tokens(bigint, text, text[]);
drop function souk_sought(bigint, text[]);
drop function souk_patterns(text[]);
drop function souk_words(text);
drop function tell_products(bigint, bigint[]);
alter function souk_facets(bigint, text, text[]) rename to souk_facet_tokens;

-- The words of a text for search: lower case, signs as blanks, one blank between two words. Text that is written without
-- blanks between words (Chinese, Japanese, Korean) becomes one word per character. Ranges are by code point, whatever the
-- locale is.
create function souk_search_words(input text) returns text language sql immutable parallel safe
return trim(both ' ' from regexp_replace(
  case when octet_length(input) = length(input) then lower(input)
    else regexp_replace(lower(input), '([\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF])', ' \1 ', 'g') end,
  '[\s!-/:-@\[-`{-~\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F]+', ' ', 'g'));

-- The tokens of a searched record, each with its store in front: every three characters in a row of a word and its borders,
-- the first character of each word, and the facets. The high cost keeps plans from computing them per row where the index
-- has them.
create function souk_search_tokens(store_id bigint, search_text text, facets text[]) returns text[]
language plpgsql immutable parallel safe cost 100000 as $$
declare
  tokens text[] := '{}';
  store text := store_id || '|';
  word text;
  bordered text;
begin
  foreach word in array string_to_array(trim(both ' ' from search_text), ' ') loop
    bordered := ' ' || word || ' ';
    tokens := tokens || (store || left(bordered, 2));
    for i in 1 .. length(word) loop
      tokens := tokens || (store || substr(bordered, i, 3));
    end loop;
  end loop;
  foreach word in array facets loop
    tokens := tokens || (store || word);
  end loop;
  return tokens;
end $$;

-- The tokens that a record which matches these words must have: three characters in a row of each word that has as many;
-- where all words are shorter, how they begin.
create function souk_search_match(store_id bigint, words text[]) returns text[] language sql immutable parallel safe
return (
  with parts as (
    select distinct part from unnest(words) as word, string_to_table(souk_search_words(word), ' ') as part
    where part <> '')
  select array_agg(distinct store_id || '|' || token) from (
    select substr(part, i, 3) as token from parts, generate_series(1, length(part) - 2) as i
    union all
    select ' ' || part from parts where not exists (select from parts where length(part) > 2)) tokens);

-- The LIKE patterns that the search text of a match fulfills.
create function souk_search_patterns(words text[]) returns text[] language sql immutable parallel safe
return (
  select array_agg(
    '%' || case when length(split_part(pattern, ' ', 1)) < 3 then ' ' else '' end || pattern || '%')
  from (select souk_search_words(word) as pattern from unnest(words) as word) normalized);

create or replace function refresh_customer_search() returns trigger language plpgsql as $$
begin
  insert into customer_search (store_id, customer_id, search_text, facets)
  values (new.store_id, new.id,
    ' ' || souk_search_words(concat_ws(' ', new.first_name, new.last_name, new.email, new.phone, new.code,
      array_to_string(new.tags, ' '))) || ' ',
    array(select 't' || tag from unnest(new.tags) as tag))
  on conflict (store_id, customer_id) do update set search_text = excluded.search_text, facets = excluded.facets;
  return null;
end $$;

-- In plpgsql a session plans this once, and `any ((select …))` keeps the plan independent of how many products there are.
create function refresh_products_search(in_store bigint, product_ids bigint[]) returns void language plpgsql as $$
begin
  insert into product_search (store_id, product_id, title_key, search_text, facets)
  select p.store_id, p.id, lower(p.title),
    ' ' || souk_search_words(concat_ws(' ', p.title, p.handle, p.vendor, p.brand, array_to_string(p.tags, ' '), (
      select string_agg(concat_ws(' ', nullif(v.sku, ''), nullif(v.barcode, '')), ' ' order by v.id)
      from variants v where v.store_id = p.store_id and v.product_id = p.id))) || ' ',
    array(
      select kind || facet from (values ('v', p.vendor), ('b', p.brand), ('y', p.product_type)) named (kind, facet)
      where facet <> ''
      union all select 't' || tag from unnest(p.tags) as tag
      union all select 'h' where not p.is_published)
  from products p where p.store_id = in_store and p.id = any ((select product_ids)::bigint[])
  on conflict (store_id, product_id) do update
    set title_key = excluded.title_key, search_text = excluded.search_text, facets = excluded.facets
    where (product_search.title_key, product_search.search_text, product_search.facets)
      is distinct from (excluded.title_key, excluded.search_text, excluded.facets);
end $$;

create or replace function refresh_product_search() returns trigger language plpgsql as $$
declare
  changed record;
  changed_product_id bigint;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'variants' then changed_product_id := changed.product_id;
  else changed_product_id := changed.id; end if;
  -- A row that this transaction has already written is up to date: the trigger runs at its end.
  if not exists (
    select from product_search s
    where s.store_id = changed.store_id and s.product_id = changed_product_id and s.xmin = pg_current_xact_id()::xid)
  then perform refresh_products_search(changed.store_id, array[changed_product_id]);
  end if;
  return null;
end $$;

create index product_search_tokens on product_search
  using gin (souk_search_tokens(store_id, search_text, facets)) with (gin_pending_list_limit = 512);
create index customer_search_tokens on customer_search
  using gin (souk_search_tokens(store_id, search_text, facets)) with (gin_pending_list_limit = 512);
create index order_search_tokens on order_search
  using gin (souk_search_tokens(store_id, search_text, facets)) with (gin_pending_list_limit = 512);
-- Statistics of tokens cost time and tell the planner nothing.
alter index product_search_tokens alter column 1 set statistics 0;
alter index customer_search_tokens alter column 1 set statistics 0;
alter index order_search_tokens alter column 1 set statistics 0;
