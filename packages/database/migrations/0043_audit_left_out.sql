-- Audit triggers name the columns that they leave out, so that a new column is audited by default
-- (docs/decisions/0026-columns-once.md). `migrate` refreshes them after each migration.

-- Arguments: resource, column of the id, column of the label, column of the parent's id ('' for none), the columns left out.
create or replace function souk_audit() returns trigger language plpgsql as $$
declare
  actor jsonb := nullif(current_setting('souk.actor', true), '')::jsonb;
  left_out text[] := string_to_array(tg_argv[4], ' ');
  columns text[];
  old_row jsonb;
  new_row jsonb;
begin
  -- A row that a foreign key deletes is covered by the entry of the record it belongs to.
  if actor is null or (tg_op = 'DELETE' and pg_trigger_depth() > 1) then return null; end if;
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  select array_agg(name) into columns from jsonb_object_keys(coalesce(new_row, old_row)) name
  where name <> all (left_out) and (tg_op <> 'UPDATE' or old_row -> name is distinct from new_row -> name);
  if tg_op = 'UPDATE' and columns is null then return null; end if;
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

-- Make each audit trigger of updates fire for all columns of its table but those that it leaves out. An update of these
-- alone, such as one of a total, fires none. Fails for a left-out column that its table does not have.
create function souk_refresh_audit_triggers() returns void language plpgsql as $$
declare
  audit record;
  unknown text;
begin
  for audit in
    select t.tgname as name, t.tgrelid as relation, t.tgtype & 16 > 0 as is_of_updates,
      array(select unnest(t.tgattr::smallint[]) order by 1) as present,
      array(select a.attnum from pg_attribute a where a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
        and a.attname <> all (string_to_array(arguments[5], ' ')) order by 1) as wanted,
      arguments
    from pg_trigger t, string_to_array(encode(t.tgargs, 'escape'), '\000') arguments
    where t.tgfoid = 'souk_audit()'::regprocedure and not t.tgisinternal
  loop
    select name into unknown from unnest(string_to_array(audit.arguments[5], ' ')) name
    where not exists (select from pg_attribute a
      where a.attrelid = audit.relation and a.attname = name and a.attnum > 0 and not a.attisdropped);
    if found then
      raise exception 'The audit trigger % leaves out the column %, which % does not have.',
        audit.name, unknown, audit.relation::regclass;
    end if;
    continue when not audit.is_of_updates or audit.present = audit.wanted;
    execute format(
      'create or replace trigger %I after update of %s on %s for each row execute function souk_audit(%L, %L, %L, %L, %L)',
      audit.name,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
        from pg_attribute a where a.attrelid = audit.relation and a.attnum = any (audit.wanted)),
      audit.relation::regclass,
      audit.arguments[1], audit.arguments[2], audit.arguments[3], audit.arguments[4], audit.arguments[5]);
  end loop;
end $$;

drop function souk_audit_table(regclass, text, text, text, text, text);
-- Audit a table: which resource its rows are, their columns of id, label and parent, and the columns that no entry shows:
-- keys, times, what other rows tell, and secrets. Call souk_refresh_audit_triggers() when the same migration goes on to
-- depend on its trigger of updates; `migrate` calls it at the end of every migration.
create function souk_audit_table(
  audited_table regclass, resource text, id text, label text, parent text, left_out text
) returns void language plpgsql as $$
declare
  arguments text := format('%L, %L, %L, %L, %L', resource, id, label, parent, left_out);
begin
  execute format(
    'create or replace trigger %I after insert or delete on %s for each row execute function souk_audit(%s)',
    audited_table || '_audited', audited_table, arguments);
  execute format('create or replace trigger %I after update on %s for each row execute function souk_audit(%s)',
    audited_table || '_audited_update', audited_table, arguments);
end $$;

select souk_audit_table('access_tokens', 'access_token', 'installation_id', 'hint', '',
  'hash installation_id store_id created_at');
select souk_audit_table('admin_links', 'admin_link', 'id', 'label', 'installation_id',
  'store_id id installation_id created_at updated_at');
select souk_audit_table('collections', 'collection', 'id', 'title', '', 'store_id id created_at updated_at');
select souk_audit_table('collects', 'collect', 'id', '', 'product_id', 'store_id id created_at updated_at');
select souk_audit_table('curls', 'curl', 'id', 'topic', 'installation_id',
  'store_id id installation_id created_at updated_at');
select souk_audit_table('currencies', 'currency', 'id', 'code', '', 'store_id id created_at updated_at');
select souk_audit_table('customer_addresses', 'customer_address', 'id', 'city', 'customer_id',
  'store_id id customer_id created_at updated_at');
select souk_audit_table('customer_attribute_values', 'customer_attribute_value', 'customer_id', '', 'attribute_id',
  'store_id customer_id');
select souk_audit_table('customer_attributes', 'customer_attribute', 'id', 'key', '',
  'store_id id created_at updated_at');
select souk_audit_table('customer_group_members', 'customer_group_member', 'customer_id', '', 'group_id',
  'store_id customer_id');
select souk_audit_table('customer_groups', 'customer_group', 'id', 'name', '', 'store_id id created_at updated_at');
select souk_audit_table('customers', 'customer', 'id', 'email', '',
  'store_id id total_spent order_count last_order_id total_credit total_point name_key created_at updated_at');
select souk_audit_table('exports', 'export', 'id', 'resource', '',
  'store_id id installation_id status progress row_count size path error expires_at created_at updated_at '
  || 'attributes');
select souk_audit_table('fulfillments', 'fulfillment', 'id', 'tracking_number', 'order_id',
  'store_id id order_id fulfillment_order_id location_id app_handle consignment_note_url created_at updated_at');
select souk_audit_table('imports', 'import', 'id', 'filename', '',
  'store_id id installation_id size status progress row_count delimiter ignored_columns check result error path '
  || 'actor_kind actor_id request_id expires_at created_at updated_at attributes');
select souk_audit_table('installations', 'installation', 'id', '', 'app_id',
  'id store_id installed_at disabled_at uninstall_requested_at uninstalled_at created_at updated_at');
select souk_audit_table('invitations', 'invitation', 'id', 'email', '',
  'store_id id token_hash invited_by expires_at created_at updated_at');
select souk_audit_table('locations', 'location', 'id', 'name', '', 'store_id id created_at updated_at');
select souk_audit_table('memberships', 'member', 'account_id', '', '', 'store_id account_id created_at');
select souk_audit_table('metafields', 'metafield', 'id', 'key', 'owner_id', 'store_id id app_id created_at updated_at');
select souk_audit_table('notification_templates', 'notification_template', 'id', 'kind', '',
  'store_id id kind created_at updated_at');
select souk_audit_table('order_returns', 'order_return', 'id', '', 'order_id',
  'store_id id order_id created_at updated_at');
select souk_audit_table('order_transactions', 'transaction', 'id', 'kind', 'order_id',
  'store_id id order_id gateway_type gateway_title gateway_method points parent_id created_at updated_at '
  || 'processed_at');
select souk_audit_table('privacy_requests', 'privacy_request', 'id', 'kind', 'customer_id',
  'store_id id actor_kind actor_id request_id event_sequence event_created_at scrubbed_at completed_at created_at '
  || 'updated_at order_ids addressed_order_ids erased_email scrub_failed_at');
select souk_audit_table('product_images', 'image', 'id', 'title', 'product_id',
  'store_id id product_id path width height created_at updated_at');
select souk_audit_table('products', 'product', 'id', 'title', '',
  'store_id id total_quantity version created_at updated_at');
select souk_audit_table('purchase_orders', 'purchase_order', 'id', 'number', '',
  'store_id id number location_id currency_decimals ordered_at received_at cancelled_at created_at updated_at');
select souk_audit_table('refunds', 'refund', 'id', 'reference_number', 'order_id',
  'store_id id order_id transaction_id created_at updated_at');
select souk_audit_table('script_tags', 'script_tag', 'id', 'src', 'installation_id',
  'store_id id installation_id created_at updated_at');
select souk_audit_table('snippets', 'snippet', 'id', 'field', 'installation_id',
  'store_id id installation_id created_at updated_at');
select souk_audit_table('stores', 'store', 'id', 'name', '',
  'id handle plan_name display_version suspended_at created_at updated_at');
select souk_audit_table('transfers', 'transfer', 'id', 'number', '',
  'store_id id number from_location_id to_location_id sent_at received_at cancelled_at created_at updated_at');
select souk_audit_table('variant_options', 'option_value', 'id', 'name', 'product_id',
  'store_id id product_id variant_type_id');
select souk_audit_table('variant_types', 'option_type', 'id', 'name', 'product_id', 'store_id id product_id');
select souk_audit_table('variants', 'variant', 'id', 'sku', 'product_id',
  'store_id id inventory_quantity created_at updated_at');
select souk_audit_table('webhook_subscriptions', 'webhook', 'id', 'topic', 'installation_id',
  'id store_id installation_id app_id created_at updated_at history_after');

-- That an order was placed is known from the order itself; its entry of deletion is a summary.
create or replace trigger orders_audited after delete on orders for each row
  execute function souk_audit('order', 'id', 'number', '',
    'store_id id number version financial_status fulfillment_status customer currency_code currency_decimals exchange_rate taxes_included subtotal_price total_line_items_price total_discount total_shipping total_tax total_paid total_refund_amount credit_used point_used shipping_address billing_address shipping_fees discounts tax_lines note remark note_attributes tags source_name source_identifier token cart_token browser_ip location_id sales_attributions inventory_behaviour cancel_reason cancel_restock cancelled_at closed_at processed_at created_at updated_at');
create or replace trigger orders_audited_update after update on orders for each row
  execute function souk_audit('order', 'id', 'number', '',
    'store_id id number version financial_status fulfillment_status customer currency_code currency_decimals exchange_rate taxes_included subtotal_price total_line_items_price total_discount total_shipping total_tax total_price total_paid total_refund_amount credit_used point_used shipping_fees discounts tax_lines source_name token cart_token browser_ip location_id inventory_behaviour cancel_restock cancelled_at closed_at processed_at created_at updated_at');
select souk_refresh_audit_triggers();
