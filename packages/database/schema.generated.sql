-- Generated from the migrations by `npm run generate`; not to be edited.

create sequence shipping_fee_ids;

CREATE OR REPLACE FUNCTION public.count_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_collects_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, case when collection_id is null then 'collects' else 'collection ' || collection_id end, -count(*)
  from deleted group by grouping sets ((store_id), (store_id, collection_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_collects_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, case when collection_id is null then 'collects' else 'collection ' || collection_id end, count(*)
  from inserted group by grouping sets ((store_id), (store_id, collection_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, tg_argv[0], -count(*) from deleted group by store_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_group_members_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, 'customer_group ' || group_id, -count(*) from deleted group by store_id, group_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_group_members_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, 'customer_group ' || group_id, count(*) from inserted group by store_id, group_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_ids_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into id_counts (store_id, resource, bucket, delta)
  select store_id, tg_argv[0], id >> 11, -count(*) from deleted group by 1, 3;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_ids_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into id_counts (store_id, resource, bucket, delta)
  select store_id, tg_argv[0], id >> 11, count(*) from inserted group by 1, 3;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, tg_argv[0], count(*) from inserted group by store_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_levels_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, 'levels at ' || location_id, -count(*) from deleted group by store_id, location_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_levels_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, 'levels at ' || location_id, count(*) from inserted group by store_id, location_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_order_states_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta) values
    (old.store_id, order_states_name(old.status, old.financial_status, old.fulfillment_status), -1),
    (new.store_id, order_states_name(new.status, new.financial_status, new.fulfillment_status), 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_orders_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, resource, -count(*) from deleted cross join lateral (
    values ('orders'), (order_states_name(status, financial_status, fulfillment_status))) counted (resource)
  group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_orders_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, resource, count(*) from inserted cross join lateral (
    values ('orders'), (order_states_name(status, financial_status, fulfillment_status))) counted (resource)
  group by 1, 2;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_tags_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into tag_counts (store_id, resource_type, name, delta)
  select record.store_id, tg_argv[0], tag.name, -count(distinct record.id)
  from deleted record, unnest(record.tags) as tag (name)
  group by record.store_id, tag.name;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_tags_inserted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.count_tags_updated()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.delete_metafields_of()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from metafields using deleted owner
  where metafields.store_id = owner.store_id and metafields.owner_resource = tg_argv[0]
    and metafields.owner_id = owner.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.insert_store_currency()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into currencies (store_id, code, rate) values (new.id, new.currency_code, 1)
  on conflict (store_id, code) do update set rate = 1 where currencies.rate <> 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.order_states_name(status text, financial text, fulfillment text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((('orders '::text || status) || ' '::text) || financial) || ' '::text) || fulfillment);

CREATE OR REPLACE FUNCTION public.refresh_customer_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into customer_search (store_id, customer_id, search_text, facets)
  values (new.store_id, new.id,
    ' ' || souk_search_words(concat_ws(' ', new.first_name, new.last_name, new.email, new.phone, new.code,
      array_to_string(new.tags, ' '))) || ' ',
    array(select 't' || tag from unnest(new.tags) as tag))
  on conflict (store_id, customer_id) do update set search_text = excluded.search_text, facets = excluded.facets;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_product_search()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_products_search(in_store bigint, product_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.reject_security_event_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'security_events is append-only' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION public.release_image_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into file_removals (store_id, path, due_at)
  select store_id, path, clock_timestamp() from deleted where path not like '/demo/%'
  on conflict (store_id, path) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.souk_audit()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.souk_audit_snapshot(record jsonb, columns text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE STRICT
AS $function$
  select coalesce(jsonb_object_agg(field.key, case
    when jsonb_typeof(field.value) = 'string' and length(field.value #>> '{}') > 4000
    then to_jsonb(left(field.value #>> '{}', 4000) || '…') else field.value end), '{}')
  from jsonb_each(record) field
  where field.key = any(columns) and not (field.key = 'value' and record @> '{"is_private": true}')
$function$;

CREATE OR REPLACE FUNCTION public.souk_audit_table(audited_table regclass, resource text, id text, label text, parent text, left_out text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  arguments text := format('%L, %L, %L, %L, %L', resource, id, label, parent, left_out);
begin
  execute format(
    'create or replace trigger %I after insert or delete on %s for each row execute function souk_audit(%s)',
    audited_table || '_audited', audited_table, arguments);
  execute format('create or replace trigger %I after update on %s for each row execute function souk_audit(%s)',
    audited_table || '_audited_update', audited_table, arguments);
end $function$;

CREATE OR REPLACE FUNCTION public.souk_facet_tokens(store_id bigint, kind text, facets text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg((((souk_facet_tokens.store_id || '|'::text) || souk_facet_tokens.kind) || facet.facet)) AS array_agg FROM unnest(souk_facet_tokens.facets) facet(facet));

CREATE OR REPLACE FUNCTION public.souk_refresh_audit_triggers()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.souk_search_match(store_id bigint, words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (WITH parts AS (SELECT DISTINCT part.part FROM unnest(souk_search_match.words) word(word), LATERAL string_to_table(souk_search_words(word.word), ' '::text) part(part) WHERE (part.part <> ''::text)) SELECT array_agg(DISTINCT ((souk_search_match.store_id || '|'::text) || tokens.token)) AS array_agg FROM (SELECT substr(parts.part, i.i, 3) AS token FROM parts, LATERAL generate_series(1, (length(parts.part) - 2)) i(i) UNION ALL SELECT (' '::text || parts.part) FROM parts WHERE (NOT (EXISTS (SELECT FROM parts parts_1 WHERE (length(parts_1.part) > 2))))) tokens);

CREATE OR REPLACE FUNCTION public.souk_search_patterns(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT array_agg(((('%'::text || CASE WHEN (length(split_part(normalized.pattern, ' '::text, 1)) < 3) THEN ' '::text ELSE ''::text END) || normalized.pattern) || '%'::text)) AS array_agg FROM (SELECT souk_search_words(word.word) AS pattern FROM unnest(souk_search_patterns.words) word(word)) normalized);

CREATE OR REPLACE FUNCTION public.souk_search_tokens(store_id bigint, search_text text, facets text[])
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 100000
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.souk_search_words(input text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN TRIM(BOTH ' '::text FROM regexp_replace(CASE WHEN (octet_length(input) = length(input)) THEN lower(input) ELSE regexp_replace(lower(input), '([\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF])'::text, ' \1 '::text, 'g'::text) END, '[\s!-/:-@\[-`{-~\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F]+'::text, ' '::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.souk_time(at timestamp with time zone, zone text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN ((to_char((at AT TIME ZONE zone), 'YYYY-MM-DD"T"HH24:MI:SS.MS'::text) || CASE WHEN ((at AT TIME ZONE zone) >= (at AT TIME ZONE 'UTC'::text)) THEN '+'::text ELSE '-'::text END) || to_char(CASE WHEN ((at AT TIME ZONE zone) >= (at AT TIME ZONE 'UTC'::text)) THEN ((at AT TIME ZONE zone) - (at AT TIME ZONE 'UTC'::text)) ELSE ((at AT TIME ZONE 'UTC'::text) - (at AT TIME ZONE zone)) END, 'HH24:MI'::text));

create table access_tokens (
  hash bytea not null,
  installation_id bigint not null,
  store_id bigint not null,
  scopes text[] not null,
  hint text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  last_used_at timestamp(3) with time zone,
  constraint access_tokens_pkey PRIMARY KEY (hash),
  constraint access_tokens_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id),
  constraint access_tokens_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX access_tokens_installation ON public.access_tokens USING btree (installation_id);
CREATE TRIGGER access_tokens_audited AFTER INSERT OR DELETE ON public.access_tokens FOR EACH ROW EXECUTE FUNCTION souk_audit('access_token', 'installation_id', 'hint', '', 'hash installation_id store_id created_at last_used_at');
CREATE TRIGGER access_tokens_audited_update AFTER UPDATE OF scopes, hint ON public.access_tokens FOR EACH ROW EXECUTE FUNCTION souk_audit('access_token', 'installation_id', 'hint', '', 'hash installation_id store_id created_at last_used_at');

create table account_devices (
  account_id bigint not null,
  device_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  constraint account_devices_pkey PRIMARY KEY (account_id, device_hash),
  constraint account_devices_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX account_devices_seen_at ON public.account_devices USING btree (seen_at);

create table accounts (
  id bigint not null generated by default as identity,
  email text not null,
  name text not null default ''::text,
  password_hash text not null,
  is_staff boolean not null default false,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  email_verified_at timestamp(3) with time zone,
  constraint accounts_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX accounts_email ON public.accounts USING btree (lower(email));
CREATE INDEX accounts_search ON public.accounts USING gin (array_to_tsvector(string_to_array(souk_search_words(((name || ' '::text) || email)), ' '::text)));
CREATE INDEX accounts_unverified ON public.accounts USING btree (created_at) WHERE (email_verified_at IS NULL);

create table admin_links (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  installation_id bigint not null,
  label text not null,
  url text not null,
  placement text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint admin_links_pkey PRIMARY KEY (store_id, id),
  constraint admin_links_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id)
);
CREATE INDEX admin_links_installation ON public.admin_links USING btree (installation_id, id);
CREATE INDEX admin_links_placement ON public.admin_links USING btree (store_id, placement, id);
CREATE TRIGGER admin_links_audited AFTER INSERT OR DELETE ON public.admin_links FOR EACH ROW EXECUTE FUNCTION souk_audit('admin_link', 'id', 'label', 'installation_id', 'store_id id installation_id created_at updated_at');
CREATE TRIGGER admin_links_audited_update AFTER UPDATE OF label, url, placement ON public.admin_links FOR EACH ROW EXECUTE FUNCTION souk_audit('admin_link', 'id', 'label', 'installation_id', 'store_id id installation_id created_at updated_at');

create table app_fulfillment_urls (
  app_id bigint not null,
  topic text not null,
  url text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint app_fulfillment_urls_pkey PRIMARY KEY (app_id, topic),
  constraint app_fulfillment_urls_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE,
  constraint app_fulfillment_urls_topic_check CHECK ((topic = ANY (ARRAY['fulfillment/single'::text, 'fulfillment/bulk'::text])))
);

create table app_secrets (
  id bigint not null generated by default as identity,
  app_id bigint not null,
  key_id text not null,
  data_key bytea not null,
  ciphertext bytea not null,
  hint text not null,
  switch_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  last_used_at timestamp(3) with time zone,
  constraint app_secrets_pkey PRIMARY KEY (id),
  constraint app_secrets_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE
);
CREATE INDEX app_secrets_app ON public.app_secrets USING btree (app_id);

create table apps (
  id bigint not null generated by default as identity,
  kind text not null default 'public'::text,
  partner_id bigint,
  store_id bigint,
  name text not null,
  handle text not null,
  client_id text not null,
  app_url text not null default ''::text,
  redirection_urls text[] not null default '{}'::text[],
  embedded boolean not null default true,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  suspended_at timestamp(3) with time zone,
  suspended_reason text,
  requires_pkce boolean not null default false,
  constraint apps_pkey PRIMARY KEY (id),
  constraint apps_client_id_key UNIQUE (client_id),
  constraint apps_custom_has_store CHECK (((kind = 'custom'::text) = (store_id IS NOT NULL))),
  constraint apps_handle_key UNIQUE (handle),
  constraint apps_kind_check CHECK ((kind = ANY (ARRAY['public'::text, 'custom'::text]))),
  constraint apps_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint apps_public_has_partner CHECK (((kind = 'public'::text) = (partner_id IS NOT NULL))),
  constraint apps_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id),
  constraint apps_suspension_has_reason CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))
);
CREATE INDEX apps_partner ON public.apps USING btree (partner_id);
CREATE INDEX apps_store ON public.apps USING btree (store_id);

create table audit_entries (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  action text not null,
  resource text not null,
  resource_id bigint not null,
  parent_id bigint,
  label text,
  before jsonb,
  after jsonb,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  constraint audit_entries_pkey PRIMARY KEY (store_id, created_at, id),
  constraint audit_entries_action_check CHECK ((action = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text])))
) partition by RANGE (created_at);
CREATE INDEX audit_entries_actor ON ONLY public.audit_entries USING btree (store_id, actor_kind, actor_id, created_at, id);
CREATE INDEX audit_entries_order_billing_email ON ONLY public.audit_entries USING btree (store_id, lower((before #>> '{billing_address,email}'::text[]))) WHERE ((resource = 'order'::text) AND ((before #>> '{billing_address,email}'::text[]) IS NOT NULL));
CREATE INDEX audit_entries_order_customer ON ONLY public.audit_entries USING btree (store_id, ((before ->> 'customer_id'::text))) WHERE ((resource = 'order'::text) AND ((before ->> 'customer_id'::text) IS NOT NULL));
CREATE INDEX audit_entries_order_email ON ONLY public.audit_entries USING btree (store_id, lower((before ->> 'email'::text))) WHERE ((resource = 'order'::text) AND ((before ->> 'email'::text) IS NOT NULL));
CREATE INDEX audit_entries_order_shipping_email ON ONLY public.audit_entries USING btree (store_id, lower((before #>> '{shipping_address,email}'::text[]))) WHERE ((resource = 'order'::text) AND ((before #>> '{shipping_address,email}'::text[]) IS NOT NULL));
CREATE INDEX audit_entries_parent ON ONLY public.audit_entries USING btree (store_id, parent_id, resource) WHERE (parent_id IS NOT NULL);
CREATE INDEX audit_entries_record ON ONLY public.audit_entries USING btree (store_id, resource, resource_id, created_at, id);
CREATE INDEX audit_entries_request ON ONLY public.audit_entries USING btree (request_id);

create table authenticator_apps (
  id bigint not null generated by default as identity,
  account_id bigint not null,
  key_id text not null,
  data_key bytea not null,
  ciphertext bytea not null,
  last_step bigint not null default 0,
  confirmed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  constraint authenticator_apps_pkey PRIMARY KEY (id),
  constraint authenticator_apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint authenticator_apps_account_id_key UNIQUE (account_id)
);

create table authorization_codes (
  hash bytea not null,
  app_id bigint not null,
  store_id bigint not null,
  account_id bigint not null,
  scopes text[] not null,
  redirect_uri text not null,
  consent_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  redeemed_at timestamp(3) with time zone,
  installation_id bigint,
  code_challenge text,
  constraint authorization_codes_pkey PRIMARY KEY (hash),
  constraint authorization_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint authorization_codes_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id) ON DELETE CASCADE,
  constraint authorization_codes_consent_hash_key UNIQUE (consent_hash),
  constraint authorization_codes_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id),
  constraint authorization_codes_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX authorization_codes_account ON public.authorization_codes USING btree (account_id);
CREATE INDEX authorization_codes_expiry ON public.authorization_codes USING btree (expires_at);
CREATE INDEX authorization_codes_installation ON public.authorization_codes USING btree (installation_id) WHERE (installation_id IS NOT NULL);
CREATE INDEX authorization_codes_unredeemed ON public.authorization_codes USING btree (store_id, app_id) WHERE (redeemed_at IS NULL);

create table balance_movements (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  customer_id bigint not null,
  balance text not null,
  change numeric(20,4) not null,
  resulting numeric(20,4) not null,
  description text not null,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp(3) with time zone not null,
  order_id bigint,
  constraint balance_movements_pkey PRIMARY KEY (store_id, id),
  constraint balance_movements_balance_check CHECK ((balance = ANY (ARRAY['credit'::text, 'point'::text]))),
  constraint balance_movements_change_check CHECK ((change <> (0)::numeric)),
  constraint balance_movements_resulting_check CHECK ((resulting >= (0)::numeric)),
  constraint balance_movements_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id) ON DELETE CASCADE
);
CREATE INDEX balance_movements_customer ON public.balance_movements USING btree (store_id, customer_id, balance, id);
CREATE INDEX balance_movements_order ON public.balance_movements USING btree (store_id, order_id) WHERE (order_id IS NOT NULL);

create table code_failures (
  account_id bigint not null,
  failure_count integer not null,
  retry_at timestamp(3) with time zone not null,
  constraint code_failures_pkey PRIMARY KEY (account_id),
  constraint code_failures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table collections (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  title text not null,
  handle text not null,
  description text not null default ''::text,
  body_html text not null default ''::text,
  image_url text,
  position integer not null default 0,
  is_published boolean not null default true,
  parent_id bigint,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint collections_pkey PRIMARY KEY (store_id, id),
  constraint collections_parent_is_another CHECK ((parent_id <> id)),
  constraint collections_store_id_parent_id_fkey FOREIGN KEY (store_id, parent_id) REFERENCES collections(store_id, id)
);
CREATE UNIQUE INDEX collections_handle ON public.collections USING btree (store_id, handle);
CREATE INDEX collections_parent ON public.collections USING btree (store_id, parent_id, id);
CREATE TRIGGER collections_audited AFTER INSERT OR DELETE ON public.collections FOR EACH ROW EXECUTE FUNCTION souk_audit('collection', 'id', 'title', '', 'store_id id created_at updated_at');
CREATE TRIGGER collections_audited_update AFTER UPDATE OF title, handle, description, body_html, image_url, "position", is_published, parent_id ON public.collections FOR EACH ROW EXECUTE FUNCTION souk_audit('collection', 'id', 'title', '', 'store_id id created_at updated_at');
CREATE TRIGGER collections_count_deleted AFTER DELETE ON public.collections REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted('collections');
CREATE TRIGGER collections_count_inserted AFTER INSERT ON public.collections REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted('collections');
CREATE TRIGGER collections_metafields AFTER DELETE ON public.collections REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_metafields_of('collection');

create table collects (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  product_id bigint not null,
  collection_id bigint not null,
  position integer not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint collects_pkey PRIMARY KEY (store_id, id),
  constraint collects_store_id_collection_id_fkey FOREIGN KEY (store_id, collection_id) REFERENCES collections(store_id, id) ON DELETE CASCADE,
  constraint collects_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX collects_pair ON public.collects USING btree (store_id, collection_id, product_id);
CREATE INDEX collects_position ON public.collects USING btree (store_id, collection_id, "position", id) INCLUDE (product_id);
CREATE INDEX collects_product ON public.collects USING btree (store_id, product_id, collection_id);
CREATE TRIGGER collects_audited AFTER INSERT OR DELETE ON public.collects FOR EACH ROW EXECUTE FUNCTION souk_audit('collect', 'id', '', 'product_id', 'store_id id created_at updated_at');
CREATE TRIGGER collects_audited_update AFTER UPDATE OF product_id, collection_id, "position" ON public.collects FOR EACH ROW EXECUTE FUNCTION souk_audit('collect', 'id', '', 'product_id', 'store_id id created_at updated_at');
CREATE TRIGGER collects_count_deleted AFTER DELETE ON public.collects REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_collects_deleted();
CREATE TRIGGER collects_count_inserted AFTER INSERT ON public.collects REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_collects_inserted();

create table curls (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  installation_id bigint not null,
  topic text not null,
  url text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint curls_pkey PRIMARY KEY (store_id, id),
  constraint curls_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id)
);
CREATE UNIQUE INDEX curls_installation_topic ON public.curls USING btree (store_id, installation_id, topic);
CREATE INDEX curls_store ON public.curls USING btree (store_id, topic);
CREATE TRIGGER curls_audited AFTER INSERT OR DELETE ON public.curls FOR EACH ROW EXECUTE FUNCTION souk_audit('curl', 'id', 'topic', 'installation_id', 'store_id id installation_id created_at updated_at');
CREATE TRIGGER curls_audited_update AFTER UPDATE OF topic, url ON public.curls FOR EACH ROW EXECUTE FUNCTION souk_audit('curl', 'id', 'topic', 'installation_id', 'store_id id installation_id created_at updated_at');

create table currencies (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  code text not null,
  rate numeric not null,
  rounding numeric,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint currencies_pkey PRIMARY KEY (store_id, id),
  constraint currencies_rate_check CHECK ((rate > (0)::numeric)),
  constraint currencies_rounding_check CHECK ((rounding > (0)::numeric)),
  constraint currencies_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX currencies_code ON public.currencies USING btree (store_id, code);
CREATE TRIGGER currencies_audited AFTER INSERT OR DELETE ON public.currencies FOR EACH ROW EXECUTE FUNCTION souk_audit('currency', 'id', 'code', '', 'store_id id created_at updated_at');
CREATE TRIGGER currencies_audited_update AFTER UPDATE OF code, rate, rounding ON public.currencies FOR EACH ROW EXECUTE FUNCTION souk_audit('currency', 'id', 'code', '', 'store_id id created_at updated_at');

create table customer_addresses (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  customer_id bigint not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  company text not null default ''::text,
  phone text not null default ''::text,
  email text not null default ''::text,
  address1 text not null default ''::text,
  address2 text not null default ''::text,
  city text not null default ''::text,
  zip text not null default ''::text,
  district text not null default ''::text,
  province text not null default ''::text,
  province_code text not null default ''::text,
  country text not null default ''::text,
  country_code text not null default ''::text,
  latitude numeric(9,6),
  longitude numeric(9,6),
  is_default boolean not null default false,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint customer_addresses_pkey PRIMARY KEY (store_id, id),
  constraint customer_addresses_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_addresses_customer ON public.customer_addresses USING btree (store_id, customer_id, id);
CREATE UNIQUE INDEX customer_addresses_default ON public.customer_addresses USING btree (store_id, customer_id) WHERE is_default;
CREATE TRIGGER customer_addresses_audited AFTER INSERT OR DELETE ON public.customer_addresses FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_address', 'id', 'city', 'customer_id', 'store_id id customer_id created_at updated_at');
CREATE TRIGGER customer_addresses_audited_update AFTER UPDATE OF first_name, last_name, company, phone, email, address1, address2, city, zip, district, province, province_code, country, country_code, latitude, longitude, is_default ON public.customer_addresses FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_address', 'id', 'city', 'customer_id', 'store_id id customer_id created_at updated_at');

create table customer_attribute_values (
  store_id bigint not null,
  customer_id bigint not null,
  attribute_id bigint not null,
  value jsonb not null,
  constraint customer_attribute_values_pkey PRIMARY KEY (store_id, customer_id, attribute_id),
  constraint customer_attribute_values_store_id_attribute_id_fkey FOREIGN KEY (store_id, attribute_id) REFERENCES customer_attributes(store_id, id) ON DELETE CASCADE,
  constraint customer_attribute_values_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_attribute_values_attribute ON public.customer_attribute_values USING btree (store_id, attribute_id, customer_id);
CREATE TRIGGER customer_attribute_values_audited AFTER INSERT OR DELETE ON public.customer_attribute_values FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_attribute_value', 'customer_id', '', 'attribute_id', 'store_id customer_id');
CREATE TRIGGER customer_attribute_values_audited_update AFTER UPDATE OF attribute_id, value ON public.customer_attribute_values FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_attribute_value', 'customer_id', '', 'attribute_id', 'store_id customer_id');

create table customer_attributes (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  key text not null,
  title text not null,
  input_type text not null,
  is_required boolean not null default false,
  options text[] not null default '{}'::text[],
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint customer_attributes_pkey PRIMARY KEY (store_id, id),
  constraint customer_attributes_input_type_check CHECK ((input_type = ANY (ARRAY['text'::text, 'textarea'::text, 'number'::text, 'date'::text, 'select'::text, 'multi_select'::text, 'checkbox'::text])))
);
CREATE UNIQUE INDEX customer_attributes_key ON public.customer_attributes USING btree (store_id, key);
CREATE TRIGGER customer_attributes_audited AFTER INSERT OR DELETE ON public.customer_attributes FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_attribute', 'id', 'key', '', 'store_id id created_at updated_at');
CREATE TRIGGER customer_attributes_audited_update AFTER UPDATE OF key, title, input_type, is_required, options ON public.customer_attributes FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_attribute', 'id', 'key', '', 'store_id id created_at updated_at');

create table customer_group_members (
  store_id bigint not null,
  group_id bigint not null,
  customer_id bigint not null,
  constraint customer_group_members_pkey PRIMARY KEY (store_id, group_id, customer_id),
  constraint customer_group_members_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id) ON DELETE CASCADE,
  constraint customer_group_members_store_id_group_id_fkey FOREIGN KEY (store_id, group_id) REFERENCES customer_groups(store_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_group_members_customer ON public.customer_group_members USING btree (store_id, customer_id, group_id);
CREATE TRIGGER customer_group_members_audited AFTER INSERT OR DELETE ON public.customer_group_members FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_group_member', 'customer_id', '', 'group_id', 'store_id customer_id');
CREATE TRIGGER customer_group_members_audited_update AFTER UPDATE OF group_id ON public.customer_group_members FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_group_member', 'customer_id', '', 'group_id', 'store_id customer_id');
CREATE TRIGGER customer_group_members_count_deleted AFTER DELETE ON public.customer_group_members REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_group_members_deleted();
CREATE TRIGGER customer_group_members_count_inserted AFTER INSERT ON public.customer_group_members REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_group_members_inserted();

create table customer_groups (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  name text not null,
  description text not null default ''::text,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint customer_groups_pkey PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX customer_groups_name ON public.customer_groups USING btree (store_id, lower(name));
CREATE TRIGGER customer_groups_audited AFTER INSERT OR DELETE ON public.customer_groups FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_group', 'id', 'name', '', 'store_id id created_at updated_at');
CREATE TRIGGER customer_groups_audited_update AFTER UPDATE OF name, description ON public.customer_groups FOR EACH ROW EXECUTE FUNCTION souk_audit('customer_group', 'id', 'name', '', 'store_id id created_at updated_at');

create table customer_search (
  store_id bigint not null,
  customer_id bigint not null,
  search_text text not null,
  facets text[] not null,
  constraint customer_search_pkey PRIMARY KEY (store_id, customer_id),
  constraint customer_search_store_id_customer_id_fkey FOREIGN KEY (store_id, customer_id) REFERENCES customers(store_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_search_tokens ON public.customer_search USING gin (souk_search_tokens(store_id, search_text, facets)) WITH (gin_pending_list_limit='512');

create table customers (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  code text not null default ''::text,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  email text not null default ''::text,
  phone text not null default ''::text,
  birthdate date,
  gender text,
  country_code text not null default ''::text,
  accepts_marketing boolean not null default false,
  note text not null default ''::text,
  tags text[] not null default '{}'::text[],
  total_spent numeric not null default 0,
  order_count bigint not null default 0,
  last_order_id bigint,
  total_credit numeric(20,4) not null default 0,
  total_point bigint not null default 0,
  name_key text generated always as (lower(((first_name || ' '::text) || last_name))) stored,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint customers_pkey PRIMARY KEY (store_id, id),
  constraint customers_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'other'::text]))),
  constraint customers_total_credit_check CHECK ((total_credit >= (0)::numeric)),
  constraint customers_total_point_check CHECK ((total_point >= 0))
);
CREATE UNIQUE INDEX customers_code ON public.customers USING btree (store_id, lower(code)) WHERE (code <> ''::text);
CREATE INDEX customers_created ON public.customers USING btree (store_id, created_at, id);
CREATE UNIQUE INDEX customers_email ON public.customers USING btree (store_id, lower(email)) WHERE (email <> ''::text);
CREATE INDEX customers_name ON public.customers USING btree (store_id, name_key, id);
CREATE UNIQUE INDEX customers_phone ON public.customers USING btree (store_id, phone) WHERE (phone <> ''::text);
CREATE INDEX customers_spent ON public.customers USING btree (store_id, total_spent, id);
CREATE INDEX customers_updated ON public.customers USING btree (store_id, updated_at, id);
CREATE TRIGGER customers_audited AFTER INSERT OR DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION souk_audit('customer', 'id', 'email', '', 'store_id id total_spent order_count last_order_id total_credit total_point name_key created_at updated_at');
CREATE TRIGGER customers_audited_update AFTER UPDATE OF code, first_name, last_name, email, phone, birthdate, gender, country_code, accepts_marketing, note, tags ON public.customers FOR EACH ROW EXECUTE FUNCTION souk_audit('customer', 'id', 'email', '', 'store_id id total_spent order_count last_order_id total_credit total_point name_key created_at updated_at');
CREATE TRIGGER customers_count_deleted AFTER DELETE ON public.customers REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted('customers');
CREATE TRIGGER customers_count_inserted AFTER INSERT ON public.customers REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted('customers');
CREATE TRIGGER customers_ids_deleted AFTER DELETE ON public.customers REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_ids_deleted('customers');
CREATE TRIGGER customers_ids_inserted AFTER INSERT ON public.customers REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_ids_inserted('customers');
CREATE TRIGGER customers_metafields AFTER DELETE ON public.customers REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_metafields_of('customer');
CREATE TRIGGER customers_search_inserted AFTER INSERT ON public.customers FOR EACH ROW EXECUTE FUNCTION refresh_customer_search();
CREATE TRIGGER customers_search_updated AFTER UPDATE OF first_name, last_name, email, phone, code, tags ON public.customers FOR EACH ROW WHEN (((((((old.first_name IS DISTINCT FROM new.first_name) OR (old.last_name IS DISTINCT FROM new.last_name)) OR (old.email IS DISTINCT FROM new.email)) OR (old.phone IS DISTINCT FROM new.phone)) OR (old.code IS DISTINCT FROM new.code)) OR (old.tags IS DISTINCT FROM new.tags))) EXECUTE FUNCTION refresh_customer_search();
CREATE TRIGGER customers_tags_changed AFTER UPDATE OF tags ON public.customers FOR EACH ROW WHEN ((old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION count_tags_updated('customer');
CREATE TRIGGER customers_tags_deleted AFTER DELETE ON public.customers REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_tags_deleted('customer');
CREATE TRIGGER customers_tags_inserted AFTER INSERT ON public.customers REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_tags_inserted('customer');

create table deliveries (
  id bigint not null generated by default as identity,
  created_at timestamp(3) with time zone not null,
  lane_id bigint not null,
  store_id bigint not null,
  installation_id bigint not null,
  app_id bigint not null,
  subscription_id bigint,
  topic text not null,
  number bigint not null,
  event_sequence bigint not null,
  event_created_at timestamp(3) with time zone not null,
  url text,
  reduced boolean not null default false,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  due_at timestamp(3) with time zone not null,
  first_attempt_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  withheld text[] not null default '{}'::text[],
  replays integer not null default 0,
  replayed_at timestamp(3) with time zone,
  attempts_before integer not null default 0,
  constraint deliveries_pkey PRIMARY KEY (id, created_at),
  constraint deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'expired'::text, 'cancelled'::text, 'poison'::text])))
) partition by RANGE (created_at);
CREATE INDEX deliveries_installation ON ONLY public.deliveries USING btree (installation_id, number);
CREATE INDEX deliveries_pending ON ONLY public.deliveries USING btree (lane_id, due_at, id) WHERE (state = 'pending'::text);

create table delivery_attempts (
  delivery_id bigint not null,
  created_at timestamp(3) with time zone not null,
  number integer not null,
  status integer,
  failure text,
  duration_ms integer not null,
  answer text,
  constraint delivery_attempts_pkey PRIMARY KEY (delivery_id, created_at, number)
) partition by RANGE (created_at);
CREATE INDEX delivery_attempts_created ON ONLY public.delivery_attempts USING brin (created_at) WITH (autosummarize='on');

create table delivery_heads (
  installation_id bigint not null,
  last_number bigint not null default 0,
  constraint delivery_heads_pkey PRIMARY KEY (installation_id),
  constraint delivery_heads_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id)
) with (fillfactor=50);

create table document_numbers (
  store_id bigint not null,
  resource text not null,
  last_number bigint not null,
  constraint document_numbers_pkey PRIMARY KEY (store_id, resource)
);

create table email_verifications (
  token_hash bytea not null,
  account_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  constraint email_verifications_pkey PRIMARY KEY (token_hash),
  constraint email_verifications_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX email_verifications_account ON public.email_verifications USING btree (account_id);

create table endpoints (
  id bigint not null generated by default as identity,
  app_id bigint not null,
  origin text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  owner text,
  leased_until timestamp(3) with time zone,
  lease_count bigint not null default 0,
  breaker text not null default 'closed'::text,
  failing_since timestamp(3) with time zone,
  failures integer not null default 0,
  last_failure text,
  probe_at timestamp(3) with time zone,
  probes integer not null default 0,
  rate double precision,
  notices_sent integer not null default 0,
  constraint endpoints_pkey PRIMARY KEY (id),
  constraint endpoints_app_id_origin_key UNIQUE (app_id, origin),
  constraint endpoints_breaker_check CHECK ((breaker = ANY (ARRAY['closed'::text, 'open'::text, 'recovering'::text])))
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX endpoints_failing ON public.endpoints USING btree (failing_since) WHERE (failing_since IS NOT NULL);

create table event_heads (
  store_id bigint not null,
  last_sequence bigint not null default 0,
  constraint event_heads_pkey PRIMARY KEY (store_id)
) with (fillfactor=50);

create table event_inbox (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  occurred_at timestamp(3) with time zone not null,
  topic text not null,
  resource_id bigint,
  payload text,
  context text,
  trigger_by_app text,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  constraint event_inbox_pkey PRIMARY KEY (store_id, id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);

create table events (
  store_id bigint not null,
  sequence bigint not null,
  created_at timestamp(3) with time zone not null,
  id bigint not null,
  occurred_at timestamp(3) with time zone not null,
  topic text not null,
  resource_id bigint,
  payload text,
  context text,
  trigger_by_app text,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  constraint events_pkey PRIMARY KEY (store_id, sequence, created_at)
) partition by RANGE (created_at);
CREATE INDEX events_activity ON ONLY public.events USING btree (store_id, created_at, sequence) WHERE ((topic !~~ 'inventory_level/%'::text) AND ((topic !~~ 'product/%'::text) OR (context IS NULL) OR (context ~~ 'product/%'::text)));

create table exports (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  installation_id bigint,
  resource text not null,
  format text not null,
  filters jsonb not null default '{}'::jsonb,
  status text not null default 'queued'::text,
  progress integer not null default 0,
  row_count bigint not null default 0,
  size bigint,
  path text,
  error text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  attributes boolean not null default false,
  constraint exports_pkey PRIMARY KEY (store_id, id),
  constraint exports_format_check CHECK ((format = ANY (ARRAY['jsonl'::text, 'csv'::text]))),
  constraint exports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX exports_failed ON public.exports USING btree (updated_at) WHERE (status = 'failed'::text);
CREATE TRIGGER exports_audited AFTER INSERT OR DELETE ON public.exports FOR EACH ROW EXECUTE FUNCTION souk_audit('export', 'id', 'resource', '', 'store_id id installation_id status progress row_count size path error expires_at created_at updated_at attributes');
CREATE TRIGGER exports_audited_update AFTER UPDATE OF resource, format, filters ON public.exports FOR EACH ROW EXECUTE FUNCTION souk_audit('export', 'id', 'resource', '', 'store_id id installation_id status progress row_count size path error expires_at created_at updated_at attributes');

create table failed_requests (
  id bigint not null generated by default as identity,
  at timestamp(3) with time zone not null,
  request_id text not null,
  store_id bigint,
  actor_kind text not null,
  actor_id text not null,
  operation text,
  method text not null,
  path text not null,
  status integer not null,
  code text not null,
  duration_ms integer not null,
  fields text[] not null default '{}'::text[],
  error text,
  stack text,
  constraint failed_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX failed_requests_request ON public.failed_requests USING btree (request_id);
CREATE INDEX failed_requests_server_errors ON public.failed_requests USING btree (at) WHERE (status >= 500);

create table file_removals (
  store_id bigint not null,
  path text not null,
  due_at timestamp(3) with time zone not null,
  attempts integer not null default 0,
  size bigint not null default 0,
  constraint file_removals_pkey PRIMARY KEY (store_id, path)
);
CREATE INDEX file_removals_due ON public.file_removals USING btree (due_at);
CREATE TRIGGER file_removals_bytes_deleted AFTER DELETE ON public.file_removals REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('file_bytes', 'size');
CREATE TRIGGER file_removals_bytes_inserted AFTER INSERT ON public.file_removals REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('file_bytes', 'size');
CREATE TRIGGER file_removals_bytes_updated AFTER UPDATE ON public.file_removals REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('file_bytes', 'size');

create table fulfillment_lines (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  fulfillment_id bigint not null,
  fulfillment_order_line_id bigint not null,
  line_item_id bigint not null,
  quantity bigint not null,
  constraint fulfillment_lines_pkey PRIMARY KEY (store_id, id),
  constraint fulfillment_lines_quantity_check CHECK ((quantity > 0)),
  constraint fulfillment_lines_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX fulfillment_lines_order ON public.fulfillment_lines USING btree (store_id, order_id, id);

create table fulfillment_order_lines (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  fulfillment_order_id bigint not null,
  line_item_id bigint not null,
  quantity bigint not null,
  constraint fulfillment_order_lines_pkey PRIMARY KEY (store_id, id),
  constraint fulfillment_order_lines_quantity_check CHECK ((quantity > 0)),
  constraint fulfillment_order_lines_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX fulfillment_order_lines_order ON public.fulfillment_order_lines USING btree (store_id, order_id, id);

create table fulfillment_orders (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  location_id bigint not null,
  blocks_location_delete boolean not null default true,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint fulfillment_orders_pkey PRIMARY KEY (store_id, id),
  constraint fulfillment_orders_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX fulfillment_orders_location ON public.fulfillment_orders USING btree (store_id, location_id, blocks_location_delete, order_id);
CREATE INDEX fulfillment_orders_order ON public.fulfillment_orders USING btree (store_id, order_id, id);

create table fulfillment_requests (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  app_id bigint not null,
  installation_id bigint not null,
  app_handle text not null,
  topic text not null,
  order_ids bigint[] not null,
  fulfillment_order_id bigint,
  status text not null default 'sent'::text,
  answer jsonb,
  error text,
  duration_ms integer,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint fulfillment_requests_pkey PRIMARY KEY (store_id, id),
  constraint fulfillment_requests_answer_of_status CHECK (((status = ANY (ARRAY['linked'::text, 'messaged'::text])) = (answer IS NOT NULL))),
  constraint fulfillment_requests_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
  constraint fulfillment_requests_error_of_status CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
  constraint fulfillment_requests_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id),
  constraint fulfillment_requests_status_check CHECK ((status = ANY (ARRAY['sent'::text, 'linked'::text, 'messaged'::text, 'failed'::text]))),
  constraint fulfillment_requests_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE,
  constraint fulfillment_requests_topic_check CHECK ((topic = ANY (ARRAY['fulfillment/single'::text, 'fulfillment/bulk'::text])))
);
CREATE INDEX fulfillment_requests_app ON public.fulfillment_requests USING btree (store_id, app_id, id);
CREATE INDEX fulfillment_requests_created ON public.fulfillment_requests USING btree (created_at);
CREATE INDEX fulfillment_requests_orders ON public.fulfillment_requests USING gin (order_ids);
CREATE INDEX fulfillment_requests_unanswered ON public.fulfillment_requests USING btree (created_at) WHERE (status = 'sent'::text);

create table fulfillments (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  fulfillment_order_id bigint,
  location_id bigint not null,
  status text not null,
  tracking_company text not null,
  tracking_number text not null,
  tracking_url text not null,
  service text not null,
  message text not null,
  app_handle text not null,
  consignment_note_url text not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint fulfillments_pkey PRIMARY KEY (store_id, id),
  constraint fulfillments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'in_transit'::text, 'out_for_delivery'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text]))),
  constraint fulfillments_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX fulfillments_order ON public.fulfillments USING btree (store_id, order_id, id);
CREATE INDEX fulfillments_updated ON public.fulfillments USING btree (store_id, updated_at, id);
CREATE TRIGGER fulfillments_audited AFTER INSERT OR DELETE ON public.fulfillments FOR EACH ROW EXECUTE FUNCTION souk_audit('fulfillment', 'id', 'tracking_number', 'order_id', 'store_id id order_id fulfillment_order_id location_id app_handle consignment_note_url created_at updated_at');
CREATE TRIGGER fulfillments_audited_update AFTER UPDATE OF status, tracking_company, tracking_number, tracking_url, service, message ON public.fulfillments FOR EACH ROW EXECUTE FUNCTION souk_audit('fulfillment', 'id', 'tracking_number', 'order_id', 'store_id id order_id fulfillment_order_id location_id app_handle consignment_note_url created_at updated_at');

create table housekeeping_leases (
  job text not null,
  leased_until timestamp(3) with time zone,
  epoch bigint not null default 0,
  constraint housekeeping_leases_pkey PRIMARY KEY (job)
);

create table id_counts (
  store_id bigint not null,
  resource text not null,
  bucket bigint not null,
  delta bigint not null
);
CREATE INDEX id_counts_key ON public.id_counts USING btree (store_id, resource, bucket) INCLUDE (delta);

create table idempotency_claims (
  store_id bigint not null,
  actor text not null,
  key text not null,
  expires_at timestamp(3) with time zone not null,
  claim uuid not null default gen_random_uuid(),
  constraint idempotency_claims_pkey PRIMARY KEY (store_id, actor, key)
);

create table idempotency_keys (
  store_id bigint not null,
  actor text not null,
  key text not null,
  created_at timestamp(3) with time zone not null,
  method text not null,
  path text not null,
  body_hash bytea not null,
  status integer not null,
  answer text not null,
  warning text,
  constraint idempotency_keys_pkey PRIMARY KEY (store_id, actor, key, created_at)
) partition by RANGE (created_at);

create table import_errors (
  store_id bigint not null,
  import_id bigint not null,
  id bigint not null generated by default as identity,
  row bigint not null,
  column text,
  handle text,
  message text not null,
  code text not null default 'not_allowed'::text,
  params jsonb not null default '{}'::jsonb,
  constraint import_errors_pkey PRIMARY KEY (store_id, import_id, id),
  constraint import_errors_store_id_import_id_fkey FOREIGN KEY (store_id, import_id) REFERENCES imports(store_id, id) ON DELETE CASCADE
);

create table import_records (
  store_id bigint not null,
  import_id bigint not null,
  key text not null,
  row bigint not null,
  constraint import_records_pkey PRIMARY KEY (store_id, import_id, key),
  constraint import_records_store_id_import_id_fkey FOREIGN KEY (store_id, import_id) REFERENCES imports(store_id, id) ON DELETE CASCADE
);

create table imported_images (
  store_id bigint not null,
  image_id bigint not null,
  url text not null,
  constraint imported_images_pkey PRIMARY KEY (store_id, image_id),
  constraint imported_images_store_id_image_id_fkey FOREIGN KEY (store_id, image_id) REFERENCES product_images(store_id, id) ON DELETE CASCADE
);

create table imports (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  installation_id bigint,
  resource text not null default 'products'::text,
  filename text not null,
  size bigint not null,
  status text not null default 'checking'::text,
  progress integer not null default 0,
  row_count bigint not null default 0,
  delimiter text,
  ignored_columns text[] not null default '{}'::text[],
  check jsonb,
  result jsonb,
  error text,
  path text not null,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  attributes boolean not null default false,
  constraint imports_pkey PRIMARY KEY (store_id, id),
  constraint imports_delimiter_check CHECK ((delimiter = ANY (ARRAY[','::text, ';'::text, '	'::text]))),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['checking'::text, 'checked'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE INDEX imports_failed ON public.imports USING btree (updated_at) WHERE (status = 'failed'::text);
CREATE TRIGGER imports_audited AFTER INSERT OR DELETE ON public.imports FOR EACH ROW EXECUTE FUNCTION souk_audit('import', 'id', 'filename', '', 'store_id id installation_id size status progress row_count delimiter ignored_columns check result error path actor_kind actor_id request_id expires_at created_at updated_at attributes');
CREATE TRIGGER imports_audited_update AFTER UPDATE OF resource, filename ON public.imports FOR EACH ROW EXECUTE FUNCTION souk_audit('import', 'id', 'filename', '', 'store_id id installation_id size status progress row_count delimiter ignored_columns check result error path actor_kind actor_id request_id expires_at created_at updated_at attributes');

create table installations (
  id bigint not null generated by default as identity,
  store_id bigint not null,
  app_id bigint not null,
  status text not null,
  scopes text[] not null,
  installed_at timestamp(3) with time zone not null,
  disabled_at timestamp(3) with time zone,
  uninstall_requested_at timestamp(3) with time zone,
  uninstalled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint installations_pkey PRIMARY KEY (id),
  constraint installations_app_id_fkey FOREIGN KEY (app_id) REFERENCES apps(id),
  constraint installations_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'uninstalling'::text, 'uninstalled'::text]))),
  constraint installations_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id)
);
CREATE INDEX installations_app ON public.installations USING btree (app_id, id);
CREATE UNIQUE INDEX installations_current ON public.installations USING btree (store_id, app_id) WHERE (status <> 'uninstalled'::text);
CREATE INDEX installations_store ON public.installations USING btree (store_id);
CREATE INDEX installations_uninstalling ON public.installations USING btree (uninstall_requested_at) WHERE (status = 'uninstalling'::text);
CREATE TRIGGER installations_audited AFTER INSERT OR DELETE ON public.installations FOR EACH ROW EXECUTE FUNCTION souk_audit('installation', 'id', '', 'app_id', 'id store_id installed_at disabled_at uninstall_requested_at uninstalled_at created_at updated_at');
CREATE TRIGGER installations_audited_update AFTER UPDATE OF app_id, status, scopes ON public.installations FOR EACH ROW EXECUTE FUNCTION souk_audit('installation', 'id', '', 'app_id', 'id store_id installed_at disabled_at uninstall_requested_at uninstalled_at created_at updated_at');

create table inventory_levels (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  variant_id bigint not null,
  location_id bigint not null,
  inventory_quantity bigint not null default 0,
  committed_inventory_quantity bigint not null default 0,
  incoming_inventory_quantity bigint not null default 0,
  reserved_inventory_quantity bigint not null default 0,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint inventory_levels_pkey PRIMARY KEY (store_id, variant_id, location_id),
  constraint inventory_levels_store_id_location_id_fkey FOREIGN KEY (store_id, location_id) REFERENCES locations(store_id, id),
  constraint inventory_levels_store_id_variant_id_fkey FOREIGN KEY (store_id, variant_id) REFERENCES variants(store_id, id) ON DELETE CASCADE
) with (fillfactor=70);
CREATE UNIQUE INDEX inventory_levels_id ON public.inventory_levels USING btree (store_id, id);
CREATE INDEX inventory_levels_location ON public.inventory_levels USING btree (store_id, location_id, id);
CREATE TRIGGER inventory_levels_count_deleted AFTER DELETE ON public.inventory_levels REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_levels_deleted();
CREATE TRIGGER inventory_levels_count_inserted AFTER INSERT ON public.inventory_levels REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_levels_inserted();

create table inventory_movements (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  created_at timestamp(3) with time zone not null,
  variant_id bigint not null,
  location_id bigint not null,
  field text not null,
  change bigint not null,
  resulting_quantity bigint not null,
  reason text not null,
  reference text,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  order_id bigint,
  purchase_order_id bigint,
  transfer_id bigint,
  constraint inventory_movements_pkey PRIMARY KEY (store_id, created_at, id)
) partition by RANGE (created_at);
CREATE INDEX inventory_movements_level ON ONLY public.inventory_movements USING btree (store_id, variant_id, location_id, created_at, id);
CREATE INDEX inventory_movements_order ON ONLY public.inventory_movements USING btree (store_id, order_id, created_at, id) WHERE (order_id IS NOT NULL);
CREATE INDEX inventory_movements_purchase_order ON ONLY public.inventory_movements USING btree (store_id, purchase_order_id, created_at, id) WHERE (purchase_order_id IS NOT NULL);
CREATE INDEX inventory_movements_transfer ON ONLY public.inventory_movements USING btree (store_id, transfer_id, created_at, id) WHERE (transfer_id IS NOT NULL);

create table invitations (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  email text not null,
  role text not null,
  token_hash bytea not null,
  invited_by bigint,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  installation_ids bigint[] not null default '{}'::bigint[],
  rights text[] not null default '{}'::text[],
  constraint invitations_pkey PRIMARY KEY (store_id, id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES accounts(id) ON DELETE SET NULL,
  constraint invitations_role_check CHECK ((role = ANY (ARRAY['manager'::text, 'packer'::text, 'stock_keeper'::text, 'support'::text, 'bookkeeper'::text, 'custom'::text]))),
  constraint invitations_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX invitations_email ON public.invitations USING btree (store_id, lower(email));
CREATE INDEX invitations_invited_by ON public.invitations USING btree (invited_by) WHERE (invited_by IS NOT NULL);
CREATE UNIQUE INDEX invitations_store_token ON public.invitations USING btree (store_id, token_hash);
CREATE INDEX invitations_token ON public.invitations USING btree (token_hash);
CREATE TRIGGER invitations_audited AFTER INSERT OR DELETE ON public.invitations FOR EACH ROW EXECUTE FUNCTION souk_audit('invitation', 'id', 'email', '', 'store_id id token_hash invited_by expires_at created_at updated_at');
CREATE TRIGGER invitations_audited_update AFTER UPDATE OF email, role, installation_ids, rights ON public.invitations FOR EACH ROW EXECUTE FUNCTION souk_audit('invitation', 'id', 'email', '', 'store_id id token_hash invited_by expires_at created_at updated_at');

create table lanes (
  id bigint not null generated by default as identity,
  kind text not null,
  subscription_id bigint,
  installation_id bigint not null,
  store_id bigint not null,
  app_id bigint not null,
  owner text,
  epoch bigint not null default 0,
  leased_until timestamp(3) with time zone,
  wake_at timestamp(3) with time zone,
  wake_count bigint not null default 0,
  closed_at timestamp(3) with time zone,
  endpoint_id bigint,
  queued_at timestamp(3) with time zone,
  constraint lanes_pkey PRIMARY KEY (id),
  constraint lanes_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES endpoints(id),
  constraint lanes_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id),
  constraint lanes_kind_check CHECK ((kind = ANY (ARRAY['subscription'::text, 'uninstall'::text]))),
  constraint lanes_subscription_id_key UNIQUE (subscription_id)
) with (fillfactor=50, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_cost_delay=0);
CREATE INDEX lanes_endpoint ON public.lanes USING btree (endpoint_id);
CREATE INDEX lanes_installation ON public.lanes USING btree (installation_id);
CREATE INDEX lanes_queue ON public.lanes USING btree (endpoint_id, queued_at) WHERE (queued_at IS NOT NULL);
CREATE INDEX lanes_wake ON public.lanes USING btree (kind, wake_at) WHERE (wake_at IS NOT NULL);

create table ledger_checkpoint_mark (
  only_row boolean not null default true,
  covered_until timestamp(3) with time zone not null,
  transaction_id bigint not null,
  constraint ledger_checkpoint_mark_pkey PRIMARY KEY (only_row),
  constraint ledger_checkpoint_mark_only_row_check CHECK (only_row)
);

create table ledger_checkpoints (
  store_id bigint not null,
  covered_until timestamp(3) with time zone not null,
  movement_count bigint not null,
  constraint ledger_checkpoints_pkey PRIMARY KEY (store_id)
);

create table locations (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  code text not null,
  name text not null,
  address1 text not null default ''::text,
  address2 text not null default ''::text,
  city text not null default ''::text,
  province_code text not null default ''::text,
  country_code text not null default ''::text,
  zip text not null default ''::text,
  phone text not null default ''::text,
  email text not null default ''::text,
  latitude numeric(9,6),
  longitude numeric(9,6),
  is_primary boolean not null default false,
  enabled_pickup boolean not null default false,
  is_active boolean not null default true,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint locations_pkey PRIMARY KEY (store_id, id),
  constraint locations_primary_active CHECK ((is_active OR (NOT is_primary)))
);
CREATE UNIQUE INDEX locations_code ON public.locations USING btree (store_id, lower(code));
CREATE UNIQUE INDEX locations_primary ON public.locations USING btree (store_id) WHERE is_primary;
CREATE TRIGGER locations_audited AFTER INSERT OR DELETE ON public.locations FOR EACH ROW EXECUTE FUNCTION souk_audit('location', 'id', 'name', '', 'store_id id created_at updated_at');
CREATE TRIGGER locations_audited_update AFTER UPDATE OF code, name, address1, address2, city, province_code, country_code, zip, phone, email, latitude, longitude, is_primary, enabled_pickup, is_active ON public.locations FOR EACH ROW EXECUTE FUNCTION souk_audit('location', 'id', 'name', '', 'store_id id created_at updated_at');
CREATE TRIGGER locations_metafields AFTER DELETE ON public.locations REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_metafields_of('location');

create table long_jobs (
  store_id bigint not null,
  task text not null,
  record_id bigint not null,
  owner text,
  leased_until timestamp(3) with time zone,
  epoch bigint not null default 0,
  attempts integer not null default 0,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  turn bigint not null default 0,
  constraint long_jobs_pkey PRIMARY KEY (store_id, task, record_id)
);
CREATE INDEX long_jobs_turn ON public.long_jobs USING btree (turn, created_at);

create table mails (
  id bigint not null generated by default as identity,
  store_id bigint,
  kind text not null,
  recipient text not null,
  subject text not null,
  key_id text not null,
  data_key bytea not null,
  ciphertext bytea not null,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  due_at timestamp(3) with time zone not null,
  error text,
  sent_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  sender_name text,
  reply_to text,
  html_key_id text,
  html_data_key bytea,
  html_ciphertext bytea,
  order_id bigint,
  priority boolean not null default true,
  scheduled_at timestamp(3) with time zone not null default clock_timestamp(),
  is_own_text boolean not null default false,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['unrendered'::text, 'queued'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX mails_about_orders ON public.mails USING btree (store_id, scheduled_at) WHERE (order_id IS NOT NULL);
CREATE INDEX mails_created ON public.mails USING btree (created_at);
CREATE INDEX mails_failed ON public.mails USING btree (created_at) WHERE (state = 'failed'::text);
CREATE INDEX mails_invitations ON public.mails USING btree (store_id, created_at) WHERE (kind = 'invitation'::text);
CREATE INDEX mails_invitations_recipient ON public.mails USING btree (lower(recipient), created_at) WHERE (kind = 'invitation'::text);
CREATE INDEX mails_order ON public.mails USING btree (store_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX mails_own_texts ON public.mails USING btree (store_id, scheduled_at) WHERE is_own_text;
CREATE INDEX mails_queued ON public.mails USING btree (priority, COALESCE(store_id, (0)::bigint), due_at, id) WHERE (state = 'queued'::text);
CREATE INDEX mails_recipient ON public.mails USING btree (store_id, lower(recipient));
CREATE INDEX mails_sent ON public.mails USING btree (sent_at) WHERE (state = 'sent'::text);
CREATE INDEX mails_template_tests ON public.mails USING btree (store_id, created_at) WHERE (kind = 'template_test'::text);
CREATE INDEX mails_template_tests_recipient ON public.mails USING btree (lower(recipient), created_at) WHERE (kind = 'template_test'::text);
CREATE INDEX mails_unrendered ON public.mails USING btree (COALESCE(store_id, (0)::bigint), due_at, id) WHERE (state = 'unrendered'::text);

create table memberships (
  store_id bigint not null,
  account_id bigint not null,
  role text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  installation_ids bigint[] not null default '{}'::bigint[],
  rights text[] not null default '{}'::text[],
  constraint memberships_pkey PRIMARY KEY (store_id, account_id),
  constraint memberships_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'packer'::text, 'stock_keeper'::text, 'support'::text, 'bookkeeper'::text, 'custom'::text]))),
  constraint memberships_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX memberships_account ON public.memberships USING btree (account_id);
CREATE UNIQUE INDEX memberships_owner ON public.memberships USING btree (store_id) WHERE (role = 'owner'::text);
CREATE TRIGGER memberships_audited AFTER INSERT OR DELETE ON public.memberships FOR EACH ROW EXECUTE FUNCTION souk_audit('member', 'account_id', '', '', 'store_id account_id created_at');
CREATE TRIGGER memberships_audited_update AFTER UPDATE OF role, installation_ids, rights ON public.memberships FOR EACH ROW EXECUTE FUNCTION souk_audit('member', 'account_id', '', '', 'store_id account_id created_at');

create table metafields (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  owner_resource text not null,
  owner_id bigint not null,
  namespace text not null,
  key text not null,
  value text not null,
  value_type text not null,
  description text not null default ''::text,
  is_private boolean not null default false,
  app_id bigint,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint metafields_pkey PRIMARY KEY (store_id, id),
  constraint metafields_owner_resource_check CHECK ((owner_resource = ANY (ARRAY['store'::text, 'product'::text, 'variant'::text, 'collection'::text, 'location'::text, 'customer'::text, 'order'::text]))),
  constraint metafields_private_has_app CHECK (((NOT is_private) OR (app_id IS NOT NULL))),
  constraint metafields_value_type_check CHECK ((value_type = ANY (ARRAY['String'::text, 'Integer'::text, 'Json'::text])))
);
CREATE UNIQUE INDEX metafields_key ON public.metafields USING btree (store_id, owner_resource, owner_id, namespace, key, (
CASE
    WHEN is_private THEN app_id
    ELSE NULL::bigint
END)) NULLS NOT DISTINCT;
CREATE TRIGGER metafields_audited AFTER INSERT OR DELETE ON public.metafields FOR EACH ROW EXECUTE FUNCTION souk_audit('metafield', 'id', 'key', 'owner_id', 'store_id id app_id created_at updated_at');
CREATE TRIGGER metafields_audited_update AFTER UPDATE OF owner_resource, owner_id, namespace, key, value, value_type, description, is_private ON public.metafields FOR EACH ROW EXECUTE FUNCTION souk_audit('metafield', 'id', 'key', 'owner_id', 'store_id id app_id created_at updated_at');
CREATE TRIGGER metafields_bytes_deleted AFTER DELETE ON public.metafields REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('metafield_bytes', 'octet_length(value)');
CREATE TRIGGER metafields_bytes_inserted AFTER INSERT ON public.metafields REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('metafield_bytes', 'octet_length(value)');
CREATE TRIGGER metafields_bytes_updated AFTER UPDATE ON public.metafields REFERENCING OLD TABLE AS deleted NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('metafield_bytes', 'octet_length(value)');
CREATE TRIGGER metafields_count_deleted AFTER DELETE ON public.metafields REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted('metafields');
CREATE TRIGGER metafields_count_inserted AFTER INSERT ON public.metafields REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted('metafields');

create table notification_templates (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  subject text,
  body_html text,
  body_text text,
  is_enabled boolean not null default true,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  render_error text,
  render_failed_at timestamp(3) with time zone,
  constraint notification_templates_pkey PRIMARY KEY (store_id, id),
  constraint notification_templates_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE,
  constraint notification_templates_store_id_kind_key UNIQUE (store_id, kind)
);
CREATE TRIGGER notification_templates_audited AFTER INSERT OR DELETE ON public.notification_templates FOR EACH ROW EXECUTE FUNCTION souk_audit('notification_template', 'id', 'kind', '', 'store_id id kind render_error render_failed_at created_at updated_at');
CREATE TRIGGER notification_templates_audited_update AFTER UPDATE OF subject, body_html, body_text, is_enabled ON public.notification_templates FOR EACH ROW EXECUTE FUNCTION souk_audit('notification_template', 'id', 'kind', '', 'store_id id kind render_error render_failed_at created_at updated_at');

create table order_documents (
  store_id bigint not null,
  order_id bigint not null,
  stamp text not null,
  body text storage main not null,
  constraint order_documents_pkey PRIMARY KEY (store_id, order_id),
  constraint order_documents_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
) with (toast_tuple_target=8160);

create table order_lines (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  position integer not null,
  product_id bigint,
  variant_id bigint,
  product_name text not null,
  variant_name text,
  sku text not null,
  barcode text not null,
  image_path text,
  quantity bigint not null,
  price numeric(20,4) not null,
  total_discount numeric(20,4) not null,
  total_tax numeric(20,4) not null,
  taxable boolean not null,
  shipping_required boolean not null,
  grams bigint not null,
  cost_price numeric(20,4),
  is_stocked boolean not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint order_lines_pkey PRIMARY KEY (store_id, id),
  constraint order_lines_price_check CHECK ((price >= (0)::numeric)),
  constraint order_lines_quantity_check CHECK ((quantity > 0)),
  constraint order_lines_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX order_lines_order ON public.order_lines USING btree (store_id, order_id, "position");
CREATE INDEX order_lines_variant ON public.order_lines USING btree (store_id, variant_id) WHERE (variant_id IS NOT NULL);

create table order_return_lines (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  order_return_id bigint not null,
  line_item_id bigint not null,
  quantity bigint not null,
  reason text not null,
  restock boolean not null,
  location_id bigint not null,
  constraint order_return_lines_pkey PRIMARY KEY (store_id, id),
  constraint order_return_lines_quantity_check CHECK ((quantity > 0)),
  constraint order_return_lines_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX order_return_lines_order ON public.order_return_lines USING btree (store_id, order_id, id);

create table order_returns (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  status text not null,
  note text not null,
  refund_id bigint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint order_returns_pkey PRIMARY KEY (store_id, id),
  constraint order_returns_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'accepted'::text, 'completed'::text, 'cancelled'::text]))),
  constraint order_returns_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX order_returns_order ON public.order_returns USING btree (store_id, order_id, id);
CREATE INDEX order_returns_updated ON public.order_returns USING btree (store_id, updated_at, id);
CREATE TRIGGER order_returns_audited AFTER INSERT OR DELETE ON public.order_returns FOR EACH ROW EXECUTE FUNCTION souk_audit('order_return', 'id', '', 'order_id', 'store_id id order_id created_at updated_at');
CREATE TRIGGER order_returns_audited_update AFTER UPDATE OF status, note, refund_id ON public.order_returns FOR EACH ROW EXECUTE FUNCTION souk_audit('order_return', 'id', '', 'order_id', 'store_id id order_id created_at updated_at');

create table order_search (
  store_id bigint not null,
  order_id bigint not null,
  search_text text not null,
  facets text[] not null,
  constraint order_search_pkey PRIMARY KEY (store_id, order_id),
  constraint order_search_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX order_search_tokens ON public.order_search USING gin (souk_search_tokens(store_id, search_text, facets)) WITH (gin_pending_list_limit='512');

create table order_transactions (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  kind text not null,
  status text not null,
  amount numeric(20,4) not null,
  gateway_type text not null,
  gateway_title text not null,
  gateway_method text not null,
  points bigint,
  reference text not null,
  parent_id bigint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  processed_at timestamp(3) with time zone,
  constraint order_transactions_pkey PRIMARY KEY (store_id, id),
  constraint order_transactions_amount_check CHECK ((amount >= (0)::numeric)),
  constraint order_transactions_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'authorization'::text, 'capture'::text, 'refund'::text, 'void'::text]))),
  constraint order_transactions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failure'::text]))),
  constraint order_transactions_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX order_transactions_order ON public.order_transactions USING btree (store_id, order_id, id);
CREATE TRIGGER order_transactions_audited AFTER INSERT OR DELETE ON public.order_transactions FOR EACH ROW EXECUTE FUNCTION souk_audit('transaction', 'id', 'kind', 'order_id', 'store_id id order_id gateway_type gateway_title gateway_method points parent_id created_at updated_at processed_at');
CREATE TRIGGER order_transactions_audited_update AFTER UPDATE OF kind, status, amount, reference ON public.order_transactions FOR EACH ROW EXECUTE FUNCTION souk_audit('transaction', 'id', 'kind', 'order_id', 'store_id id order_id gateway_type gateway_title gateway_method points parent_id created_at updated_at processed_at');

create table orders (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  number bigint not null,
  version bigint not null default 1,
  status text not null,
  financial_status text not null,
  fulfillment_status text not null,
  email text not null,
  phone text not null,
  customer_id bigint,
  customer jsonb,
  currency_code text not null,
  currency_decimals integer not null,
  exchange_rate numeric not null,
  taxes_included boolean not null,
  subtotal_price numeric(20,4) not null,
  total_line_items_price numeric(20,4) not null,
  total_discount numeric(20,4) not null,
  total_shipping numeric(20,4) not null,
  total_tax numeric(20,4) not null,
  total_price numeric(20,4) not null,
  total_paid numeric(20,4) not null,
  total_refund_amount numeric(20,4) not null,
  credit_used numeric(20,4) not null,
  point_used bigint not null,
  shipping_address jsonb,
  billing_address jsonb,
  shipping_fees jsonb not null,
  discounts jsonb not null,
  tax_lines jsonb not null,
  note text not null,
  remark text not null,
  note_attributes jsonb not null,
  tags text[] not null,
  source_name text not null,
  source_identifier text not null,
  token text not null,
  cart_token text not null,
  browser_ip text not null,
  location_id bigint,
  sales_attributions jsonb not null,
  inventory_behaviour text not null,
  cancel_reason text not null default ''::text,
  cancel_restock boolean not null default false,
  cancelled_at timestamp(3) with time zone,
  closed_at timestamp(3) with time zone,
  processed_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint orders_pkey PRIMARY KEY (store_id, id) INCLUDE (version),
  constraint orders_exchange_rate_check CHECK ((exchange_rate > (0)::numeric)),
  constraint orders_financial_status_check CHECK ((financial_status = ANY (ARRAY['unpaid'::text, 'pending'::text, 'authorized'::text, 'partially_paid'::text, 'paid'::text, 'partially_refunded'::text, 'refunded'::text, 'voided'::text]))),
  constraint orders_fulfillment_status_check CHECK ((fulfillment_status = ANY (ARRAY['unfulfilled'::text, 'partially_fulfilled'::text, 'fulfilled'::text, 'partially_returned'::text, 'returned'::text]))),
  constraint orders_inventory_behaviour_check CHECK ((inventory_behaviour = ANY (ARRAY['decrement_obeying_policy'::text, 'decrement_ignoring_policy'::text, 'bypass'::text]))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'cancelled'::text]))),
  constraint orders_total_price_check CHECK ((total_price >= (0)::numeric))
) with (fillfactor=80);
CREATE INDEX orders_customer ON public.orders USING btree (store_id, customer_id, id) WHERE (customer_id IS NOT NULL);
CREATE INDEX orders_financial ON public.orders USING btree (store_id, financial_status, id);
CREATE INDEX orders_fulfillment ON public.orders USING btree (store_id, fulfillment_status, id);
CREATE INDEX orders_location ON public.orders USING btree (store_id, location_id, id) WHERE (location_id IS NOT NULL);
CREATE INDEX orders_not_open ON public.orders USING btree (store_id, status, id) WHERE (status <> 'open'::text);
CREATE UNIQUE INDEX orders_number ON public.orders USING btree (store_id, number);
CREATE INDEX orders_processed ON public.orders USING btree (store_id, processed_at, id) INCLUDE (version);
CREATE INDEX orders_source ON public.orders USING btree (store_id, source_name, id);
CREATE INDEX orders_updated ON public.orders USING btree (store_id, updated_at, id) INCLUDE (version);
CREATE TRIGGER orders_audited AFTER DELETE ON public.orders FOR EACH ROW EXECUTE FUNCTION souk_audit('order', 'id', 'number', '', 'store_id id number version financial_status fulfillment_status customer currency_code currency_decimals exchange_rate taxes_included subtotal_price total_line_items_price total_discount total_shipping total_tax total_paid total_refund_amount credit_used point_used shipping_address billing_address shipping_fees discounts tax_lines note remark note_attributes tags source_name source_identifier token cart_token browser_ip location_id sales_attributions inventory_behaviour cancel_reason cancel_restock cancelled_at closed_at processed_at created_at updated_at');
CREATE TRIGGER orders_audited_update AFTER UPDATE OF status, email, phone, customer_id, shipping_address, billing_address, note, remark, note_attributes, tags, source_identifier, sales_attributions, cancel_reason ON public.orders FOR EACH ROW EXECUTE FUNCTION souk_audit('order', 'id', 'number', '', 'store_id id number version financial_status fulfillment_status customer currency_code currency_decimals exchange_rate taxes_included subtotal_price total_line_items_price total_discount total_shipping total_tax total_price total_paid total_refund_amount credit_used point_used shipping_fees discounts tax_lines source_name token cart_token browser_ip location_id inventory_behaviour cancel_restock cancelled_at closed_at processed_at created_at updated_at');
CREATE TRIGGER orders_count_deleted AFTER DELETE ON public.orders REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_orders_deleted();
CREATE TRIGGER orders_count_inserted AFTER INSERT ON public.orders REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_orders_inserted();
CREATE TRIGGER orders_ids_deleted AFTER DELETE ON public.orders REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_ids_deleted('orders');
CREATE TRIGGER orders_ids_inserted AFTER INSERT ON public.orders REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_ids_inserted('orders');
CREATE TRIGGER orders_metafields AFTER DELETE ON public.orders REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_metafields_of('order');
CREATE TRIGGER orders_states_changed AFTER UPDATE OF status, financial_status, fulfillment_status ON public.orders FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.financial_status IS DISTINCT FROM new.financial_status)) OR (old.fulfillment_status IS DISTINCT FROM new.fulfillment_status))) EXECUTE FUNCTION count_order_states_updated();
CREATE TRIGGER orders_tags_changed AFTER UPDATE OF tags ON public.orders FOR EACH ROW WHEN ((old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION count_tags_updated('order');
CREATE TRIGGER orders_tags_deleted AFTER DELETE ON public.orders REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_tags_deleted('order');
CREATE TRIGGER orders_tags_inserted AFTER INSERT ON public.orders REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_tags_inserted('order');

create table partner_members (
  partner_id bigint not null,
  account_id bigint not null,
  role text not null default 'owner'::text,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint partner_members_pkey PRIMARY KEY (partner_id, account_id),
  constraint partner_members_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint partner_members_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id) ON DELETE CASCADE,
  constraint partner_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text])))
);
CREATE INDEX partner_members_account ON public.partner_members USING btree (account_id);

create table partners (
  id bigint not null generated by default as identity,
  name text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  suspended_at timestamp(3) with time zone,
  suspended_reason text,
  constraint partners_pkey PRIMARY KEY (id),
  constraint partners_suspension_has_reason CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))
);

create table passkey_challenges (
  challenge_hash bytea not null,
  audience text not null,
  purpose text not null,
  account_id bigint,
  expires_at timestamp(3) with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint passkey_challenges_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkey_challenges_audience_check CHECK ((audience = ANY (ARRAY['admin'::text, 'partners'::text]))),
  constraint passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in'::text, 'verify'::text, 'add'::text])))
);
CREATE INDEX passkey_challenges_account ON public.passkey_challenges USING btree (account_id);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);

create table passkeys (
  id bigint not null generated by default as identity,
  account_id bigint not null,
  audience text not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  signature_count bigint not null,
  transports text[] not null default '{}'::text[],
  created_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint passkeys_audience_check CHECK ((audience = ANY (ARRAY['admin'::text, 'partners'::text]))),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id);

create table password_attempts (
  key_hash bytea not null,
  failure_count integer not null,
  attempted_at timestamp(3) with time zone not null,
  blocked_until timestamp(3) with time zone,
  constraint password_attempts_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX password_attempts_attempted_at ON public.password_attempts USING btree (attempted_at);

create table password_resets (
  token_hash bytea not null,
  account_id bigint not null,
  expires_at timestamp(3) with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (token_hash),
  constraint password_resets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_account ON public.password_resets USING btree (account_id);

create table pending_sign_ins (
  id_hash bytea not null,
  account_id bigint not null,
  audience text not null,
  attempt_count integer not null default 0,
  expires_at timestamp(3) with time zone not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (id_hash),
  constraint pending_sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint pending_sign_ins_audience_check CHECK ((audience = ANY (ARRAY['admin'::text, 'partners'::text])))
);
CREATE INDEX pending_sign_ins_account ON public.pending_sign_ins USING btree (account_id);

create table privacy_request_apps (
  store_id bigint not null,
  privacy_request_id bigint not null,
  installation_id bigint not null,
  state text not null,
  settled_at timestamp(3) with time zone,
  constraint privacy_request_apps_pkey PRIMARY KEY (store_id, privacy_request_id, installation_id),
  constraint privacy_request_apps_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id),
  constraint privacy_request_apps_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'not_reached'::text, 'not_subscribed'::text]))),
  constraint privacy_request_apps_store_id_privacy_request_id_fkey FOREIGN KEY (store_id, privacy_request_id) REFERENCES privacy_requests(store_id, id) ON DELETE CASCADE
);

create table privacy_requests (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  kind text not null,
  customer_id bigint not null,
  actor_kind text not null,
  actor_id text not null,
  request_id text not null,
  event_sequence bigint,
  event_created_at timestamp(3) with time zone,
  scrubbed_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  order_ids bigint[] not null default '{}'::bigint[],
  addressed_order_ids bigint[] not null default '{}'::bigint[],
  erased_email text,
  scrub_failed_at timestamp(3) with time zone,
  constraint privacy_requests_pkey PRIMARY KEY (store_id, id),
  constraint privacy_requests_kind_check CHECK ((kind = ANY (ARRAY['data_request'::text, 'erase'::text]))),
  constraint privacy_requests_store_id_fkey FOREIGN KEY (store_id) REFERENCES stores(id) ON DELETE CASCADE
);
CREATE INDEX privacy_requests_erased ON public.privacy_requests USING btree (id) WHERE (erased_email IS NOT NULL);
CREATE INDEX privacy_requests_open ON public.privacy_requests USING btree (id) WHERE (completed_at IS NULL);
CREATE TRIGGER privacy_requests_audited AFTER INSERT OR DELETE ON public.privacy_requests FOR EACH ROW EXECUTE FUNCTION souk_audit('privacy_request', 'id', 'kind', 'customer_id', 'store_id id actor_kind actor_id request_id event_sequence event_created_at scrubbed_at completed_at created_at updated_at order_ids addressed_order_ids erased_email scrub_failed_at');
CREATE TRIGGER privacy_requests_audited_update AFTER UPDATE OF kind, customer_id ON public.privacy_requests FOR EACH ROW EXECUTE FUNCTION souk_audit('privacy_request', 'id', 'kind', 'customer_id', 'store_id id actor_kind actor_id request_id event_sequence event_created_at scrubbed_at completed_at created_at updated_at order_ids addressed_order_ids erased_email scrub_failed_at');

create table processes (
  id text not null,
  role text not null,
  started_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  secret_key_id text,
  souk_version text,
  node_version text,
  constraint processes_pkey PRIMARY KEY (id)
);

create table product_documents (
  store_id bigint not null,
  product_id bigint not null,
  stamp text not null,
  body text storage main not null,
  constraint product_documents_pkey PRIMARY KEY (store_id, product_id),
  constraint product_documents_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE
) with (toast_tuple_target=8160);

create table product_images (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  product_id bigint not null,
  path text not null,
  title text not null default ''::text,
  position integer not null,
  width integer not null,
  height integer not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  size bigint not null default 0,
  constraint product_images_pkey PRIMARY KEY (store_id, id),
  constraint product_images_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE
);
CREATE INDEX product_images_product ON public.product_images USING btree (store_id, product_id, "position");
CREATE TRIGGER product_images_audited AFTER INSERT OR DELETE ON public.product_images FOR EACH ROW EXECUTE FUNCTION souk_audit('image', 'id', 'title', 'product_id', 'store_id id product_id path width height created_at updated_at');
CREATE TRIGGER product_images_audited_update AFTER UPDATE OF title, "position", size ON public.product_images FOR EACH ROW EXECUTE FUNCTION souk_audit('image', 'id', 'title', 'product_id', 'store_id id product_id path width height created_at updated_at');
CREATE TRIGGER product_images_bytes_deleted AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('file_bytes', 'size');
CREATE TRIGGER product_images_bytes_inserted AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_bytes('file_bytes', 'size');
CREATE TRIGGER product_images_release AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION release_image_files();

create table product_search (
  store_id bigint not null,
  product_id bigint not null,
  title_key text not null,
  search_text text not null,
  facets text[] not null,
  constraint product_search_pkey PRIMARY KEY (store_id, product_id),
  constraint product_search_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE
);
CREATE INDEX product_search_title ON public.product_search USING btree (store_id, title_key, product_id);
CREATE INDEX product_search_tokens ON public.product_search USING gin (souk_search_tokens(store_id, search_text, facets)) WITH (gin_pending_list_limit='512');

create table products (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  handle text not null,
  title text not null,
  description text not null default ''::text,
  body_html text not null default ''::text,
  note text not null default ''::text,
  vendor text not null default ''::text,
  brand text not null default ''::text,
  product_type text not null default ''::text,
  tags text[] not null default '{}'::text[],
  taxable boolean not null default true,
  shipping_required boolean not null default true,
  inventory_management text,
  is_published boolean not null default true,
  published_at timestamp(3) with time zone,
  meta_title text not null default ''::text,
  meta_description text not null default ''::text,
  keywords text not null default ''::text,
  total_quantity bigint not null default 0,
  version bigint not null default 1,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint products_pkey PRIMARY KEY (store_id, id) INCLUDE (version),
  constraint products_inventory_management_check CHECK ((inventory_management = 'souk'::text))
) with (fillfactor=80);
CREATE INDEX products_created ON public.products USING btree (store_id, created_at, id) INCLUDE (version);
CREATE UNIQUE INDEX products_handle ON public.products USING btree (store_id, handle);
CREATE INDEX products_low_on_stock ON public.products USING btree (store_id, id) WHERE ((total_quantity > 0) AND (total_quantity <= 5));
CREATE INDEX products_out_of_stock ON public.products USING btree (store_id, id) WHERE (total_quantity <= 0);
CREATE INDEX products_updated ON public.products USING btree (store_id, updated_at, id) INCLUDE (version);
CREATE TRIGGER products_audited AFTER INSERT OR DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION souk_audit('product', 'id', 'title', '', 'store_id id total_quantity version created_at updated_at');
CREATE TRIGGER products_audited_update AFTER UPDATE OF handle, title, description, body_html, note, vendor, brand, product_type, tags, taxable, shipping_required, inventory_management, is_published, published_at, meta_title, meta_description, keywords ON public.products FOR EACH ROW EXECUTE FUNCTION souk_audit('product', 'id', 'title', '', 'store_id id total_quantity version created_at updated_at');
CREATE TRIGGER products_count_deleted AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted('products');
CREATE TRIGGER products_count_inserted AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted('products');
CREATE TRIGGER products_ids_deleted AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_ids_deleted('products');
CREATE TRIGGER products_ids_inserted AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_ids_inserted('products');
CREATE TRIGGER products_metafields AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_metafields_of('product');
CREATE CONSTRAINT TRIGGER products_search_inserted AFTER INSERT ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refresh_product_search();
CREATE CONSTRAINT TRIGGER products_search_updated AFTER UPDATE OF title, handle, vendor, brand, product_type, tags, is_published ON public.products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((old.title IS DISTINCT FROM new.title) OR (old.handle IS DISTINCT FROM new.handle)) OR (old.vendor IS DISTINCT FROM new.vendor)) OR (old.brand IS DISTINCT FROM new.brand)) OR (old.product_type IS DISTINCT FROM new.product_type)) OR (old.tags IS DISTINCT FROM new.tags)) OR (old.is_published IS DISTINCT FROM new.is_published))) EXECUTE FUNCTION refresh_product_search();
CREATE TRIGGER products_tags_changed AFTER UPDATE OF tags ON public.products FOR EACH ROW WHEN ((old.tags IS DISTINCT FROM new.tags)) EXECUTE FUNCTION count_tags_updated('product');
CREATE TRIGGER products_tags_deleted AFTER DELETE ON public.products REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_tags_deleted('product');
CREATE TRIGGER products_tags_inserted AFTER INSERT ON public.products REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_tags_inserted('product');

create table purchase_order_lines (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  purchase_order_id bigint not null,
  variant_id bigint not null,
  product_name text not null,
  variant_name text,
  sku text not null,
  quantity bigint not null,
  received_quantity bigint not null default 0,
  cost_price numeric(20,4),
  constraint purchase_order_lines_pkey PRIMARY KEY (store_id, id),
  constraint purchase_order_lines_quantity_check CHECK ((quantity > 0)),
  constraint purchase_order_lines_received_quantity CHECK (((received_quantity >= 0) AND (received_quantity <= quantity))),
  constraint purchase_order_lines_store_id_purchase_order_id_fkey FOREIGN KEY (store_id, purchase_order_id) REFERENCES purchase_orders(store_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX purchase_order_lines_order ON public.purchase_order_lines USING btree (store_id, purchase_order_id, variant_id);
CREATE INDEX purchase_order_lines_variant ON public.purchase_order_lines USING btree (store_id, variant_id);

create table purchase_orders (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  number bigint not null,
  status text not null,
  supplier_name text not null default ''::text,
  location_id bigint not null,
  location_name text not null,
  currency_code text not null,
  currency_decimals integer not null,
  expected_at timestamp(3) with time zone,
  note text not null default ''::text,
  ordered_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint purchase_orders_pkey PRIMARY KEY (store_id, id),
  constraint purchase_orders_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'ordered'::text, 'partially_received'::text, 'received'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX purchase_orders_number ON public.purchase_orders USING btree (store_id, number);
CREATE INDEX purchase_orders_open ON public.purchase_orders USING btree (store_id, location_id) WHERE (status = ANY (ARRAY['ordered'::text, 'partially_received'::text]));
CREATE INDEX purchase_orders_updated ON public.purchase_orders USING btree (store_id, updated_at, id);
CREATE TRIGGER purchase_orders_audited AFTER INSERT OR DELETE ON public.purchase_orders FOR EACH ROW EXECUTE FUNCTION souk_audit('purchase_order', 'id', 'number', '', 'store_id id number location_id currency_decimals ordered_at received_at cancelled_at created_at updated_at');
CREATE TRIGGER purchase_orders_audited_update AFTER UPDATE OF status, supplier_name, location_name, currency_code, expected_at, note ON public.purchase_orders FOR EACH ROW EXECUTE FUNCTION souk_audit('purchase_order', 'id', 'number', '', 'store_id id number location_id currency_decimals ordered_at received_at cancelled_at created_at updated_at');

create table recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table refund_lines (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  refund_id bigint not null,
  line_item_id bigint not null,
  fulfillment_order_line_id bigint,
  location_id bigint not null,
  quantity bigint not null,
  is_reverted boolean not null default false,
  constraint refund_lines_pkey PRIMARY KEY (store_id, id),
  constraint refund_lines_quantity_check CHECK ((quantity > 0)),
  constraint refund_lines_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX refund_lines_order ON public.refund_lines USING btree (store_id, order_id, id);

create table refunds (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  order_id bigint not null,
  status text not null,
  amount numeric(20,4) not null,
  note text not null,
  reference_number text not null,
  transaction_id bigint,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint refunds_pkey PRIMARY KEY (store_id, id),
  constraint refunds_amount_check CHECK ((amount >= (0)::numeric)),
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['created'::text, 'cancelled'::text]))),
  constraint refunds_store_id_order_id_fkey FOREIGN KEY (store_id, order_id) REFERENCES orders(store_id, id) ON DELETE CASCADE
);
CREATE INDEX refunds_order ON public.refunds USING btree (store_id, order_id, id);
CREATE TRIGGER refunds_audited AFTER INSERT OR DELETE ON public.refunds FOR EACH ROW EXECUTE FUNCTION souk_audit('refund', 'id', 'reference_number', 'order_id', 'store_id id order_id transaction_id created_at updated_at');
CREATE TRIGGER refunds_audited_update AFTER UPDATE OF status, amount, note, reference_number ON public.refunds FOR EACH ROW EXECUTE FUNCTION souk_audit('refund', 'id', 'reference_number', 'order_id', 'store_id id order_id transaction_id created_at updated_at');

create table resource_counts (
  store_id bigint not null,
  resource text not null,
  delta bigint not null
);
CREATE INDEX resource_counts_key ON public.resource_counts USING btree (store_id, resource) INCLUDE (delta);

create table revoked_tokens (
  hash bytea not null,
  revoked_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint revoked_tokens_pkey PRIMARY KEY (hash)
);
CREATE INDEX revoked_tokens_time ON public.revoked_tokens USING btree (revoked_at);

create table script_tags (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  installation_id bigint not null,
  src text not null,
  event text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint script_tags_pkey PRIMARY KEY (store_id, id),
  constraint script_tags_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id)
);
CREATE INDEX script_tags_installation ON public.script_tags USING btree (installation_id, id);
CREATE TRIGGER script_tags_audited AFTER INSERT OR DELETE ON public.script_tags FOR EACH ROW EXECUTE FUNCTION souk_audit('script_tag', 'id', 'src', 'installation_id', 'store_id id installation_id created_at updated_at');
CREATE TRIGGER script_tags_audited_update AFTER UPDATE OF src, event ON public.script_tags FOR EACH ROW EXECUTE FUNCTION souk_audit('script_tag', 'id', 'src', 'installation_id', 'store_id id installation_id created_at updated_at');
CREATE TRIGGER script_tags_count_deleted AFTER DELETE ON public.script_tags REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted('script_tags');
CREATE TRIGGER script_tags_count_inserted AFTER INSERT ON public.script_tags REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted('script_tags');

create table security_event_counts (
  hour timestamp(3) with time zone not null,
  key text not null,
  kind text not null,
  account_id bigint,
  store_id bigint,
  client_address text not null,
  count integer not null,
  constraint security_event_counts_pkey PRIMARY KEY (hour, key)
);

create table security_events (
  id bigint not null generated by default as identity,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  kind text not null,
  account_id bigint,
  store_id bigint,
  partner_id bigint,
  app_id bigint,
  actor_kind text not null,
  actor_id text not null,
  client_address text not null,
  user_agent text not null,
  request_id text not null,
  details jsonb not null,
  constraint security_events_pkey PRIMARY KEY (created_at, id)
) partition by RANGE (created_at);
CREATE INDEX security_events_account ON ONLY public.security_events USING btree (account_id, created_at, id) WHERE (account_id IS NOT NULL);
CREATE INDEX security_events_kind ON ONLY public.security_events USING btree (kind, created_at, id);
CREATE INDEX security_events_store ON ONLY public.security_events USING btree (store_id, created_at, id) WHERE (store_id IS NOT NULL);
CREATE TRIGGER security_events_append_only BEFORE DELETE OR UPDATE ON public.security_events FOR EACH ROW EXECUTE FUNCTION reject_security_event_change();
CREATE TRIGGER security_events_append_only_truncate BEFORE TRUNCATE ON public.security_events FOR EACH STATEMENT EXECUTE FUNCTION reject_security_event_change();

create table sessions (
  id_hash bytea not null,
  account_id bigint not null,
  audience text not null,
  created_at timestamp(3) with time zone not null,
  seen_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  user_agent text not null default ''::text,
  client_address text not null default ''::text,
  verified_at timestamp(3) with time zone,
  constraint sessions_pkey PRIMARY KEY (id_hash),
  constraint sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  constraint sessions_audience_check CHECK ((audience = ANY (ARRAY['admin'::text, 'partners'::text])))
);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);

create table snippets (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  installation_id bigint not null,
  field text not null,
  value text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint snippets_pkey PRIMARY KEY (store_id, id),
  constraint snippets_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id)
);
CREATE INDEX snippets_installation ON public.snippets USING btree (installation_id, id);
CREATE TRIGGER snippets_audited AFTER INSERT OR DELETE ON public.snippets FOR EACH ROW EXECUTE FUNCTION souk_audit('snippet', 'id', 'field', 'installation_id', 'store_id id installation_id created_at updated_at');
CREATE TRIGGER snippets_audited_update AFTER UPDATE OF field, value ON public.snippets FOR EACH ROW EXECUTE FUNCTION souk_audit('snippet', 'id', 'field', 'installation_id', 'store_id id installation_id created_at updated_at');
CREATE TRIGGER snippets_count_deleted AFTER DELETE ON public.snippets REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted('snippets');
CREATE TRIGGER snippets_count_inserted AFTER INSERT ON public.snippets REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted('snippets');

create table staff_actions (
  id bigint not null generated by default as identity,
  at timestamp(3) with time zone not null,
  account_id bigint not null,
  action text not null,
  target_kind text not null,
  target_id bigint not null,
  reason text not null,
  request_id text not null,
  detail text,
  constraint staff_actions_pkey PRIMARY KEY (id),
  constraint staff_actions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  constraint staff_actions_action_check CHECK ((action = ANY (ARRAY['suspend'::text, 'lift'::text, 'set_fulfillment_url'::text, 'clear_fulfillment_url'::text, 'end_sessions'::text, 'send_password_reset'::text]))),
  constraint staff_actions_target_kind_check CHECK ((target_kind = ANY (ARRAY['partner'::text, 'app'::text, 'store'::text, 'account'::text])))
);
CREATE INDEX staff_actions_account ON public.staff_actions USING btree (account_id);
CREATE INDEX staff_actions_target ON public.staff_actions USING btree (target_kind, target_id, id);

create table stores (
  id bigint not null generated by default as identity,
  handle text not null,
  name text not null,
  email text not null default ''::text,
  phone text not null default ''::text,
  address1 text not null default ''::text,
  address2 text not null default ''::text,
  city text not null default ''::text,
  province_code text not null default ''::text,
  zip text not null default ''::text,
  country_code text not null default ''::text,
  currency_code text not null,
  timezone text not null,
  locale text not null default 'en'::text,
  plan_name text not null default 'standard'::text,
  display_version integer not null default 1,
  suspended_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  suspended_reason text,
  constraint stores_pkey PRIMARY KEY (id),
  constraint stores_handle_check CHECK ((handle ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  constraint stores_handle_key UNIQUE (handle),
  constraint stores_suspension_has_reason CHECK (((suspended_at IS NULL) = (suspended_reason IS NULL)))
);
CREATE TRIGGER stores_audited AFTER INSERT OR DELETE ON public.stores FOR EACH ROW EXECUTE FUNCTION souk_audit('store', 'id', 'name', '', 'id handle plan_name display_version suspended_at created_at updated_at');
CREATE TRIGGER stores_audited_update AFTER UPDATE OF name, email, phone, address1, address2, city, province_code, zip, country_code, currency_code, timezone, locale, suspended_reason ON public.stores FOR EACH ROW EXECUTE FUNCTION souk_audit('store', 'id', 'name', '', 'id handle plan_name display_version suspended_at created_at updated_at');
CREATE TRIGGER stores_currency_inserted AFTER INSERT OR UPDATE OF currency_code ON public.stores FOR EACH ROW EXECUTE FUNCTION insert_store_currency();

create table tag_counts (
  store_id bigint not null,
  resource_type text not null,
  name text not null,
  delta bigint not null
);
CREATE INDEX tag_counts_key ON public.tag_counts USING btree (store_id, resource_type, name) INCLUDE (delta);

create table tags (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  resource_type text not null,
  name text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint tags_pkey PRIMARY KEY (store_id, id),
  constraint tags_resource_type_check CHECK ((resource_type = ANY (ARRAY['product'::text, 'customer'::text, 'order'::text])))
);
CREATE UNIQUE INDEX tags_name ON public.tags USING btree (store_id, resource_type, name);

create table tombstones (
  store_id bigint not null,
  resource text not null,
  record_id bigint not null,
  deleted_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint tombstones_pkey PRIMARY KEY (store_id, resource, record_id)
);
CREATE INDEX tombstones_deleted ON public.tombstones USING btree (store_id, deleted_at);

create table transfer_lines (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  transfer_id bigint not null,
  variant_id bigint not null,
  product_name text not null,
  variant_name text,
  sku text not null,
  quantity bigint not null,
  received_quantity bigint not null default 0,
  constraint transfer_lines_pkey PRIMARY KEY (store_id, id),
  constraint transfer_lines_quantity_check CHECK ((quantity > 0)),
  constraint transfer_lines_received_quantity CHECK (((received_quantity >= 0) AND (received_quantity <= quantity))),
  constraint transfer_lines_store_id_transfer_id_fkey FOREIGN KEY (store_id, transfer_id) REFERENCES transfers(store_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX transfer_lines_transfer ON public.transfer_lines USING btree (store_id, transfer_id, variant_id);
CREATE INDEX transfer_lines_variant ON public.transfer_lines USING btree (store_id, variant_id);

create table transfers (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  number bigint not null,
  status text not null,
  from_location_id bigint not null,
  from_location_name text not null,
  to_location_id bigint not null,
  to_location_name text not null,
  expected_at timestamp(3) with time zone,
  note text not null default ''::text,
  sent_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint transfers_pkey PRIMARY KEY (store_id, id),
  constraint transfers_locations_differ CHECK ((from_location_id <> to_location_id)),
  constraint transfers_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'in_transit'::text, 'partially_received'::text, 'received'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX transfers_number ON public.transfers USING btree (store_id, number);
CREATE INDEX transfers_open_from ON public.transfers USING btree (store_id, from_location_id) WHERE (status = ANY (ARRAY['in_transit'::text, 'partially_received'::text]));
CREATE INDEX transfers_open_to ON public.transfers USING btree (store_id, to_location_id) WHERE (status = ANY (ARRAY['in_transit'::text, 'partially_received'::text]));
CREATE INDEX transfers_updated ON public.transfers USING btree (store_id, updated_at, id);
CREATE TRIGGER transfers_audited AFTER INSERT OR DELETE ON public.transfers FOR EACH ROW EXECUTE FUNCTION souk_audit('transfer', 'id', 'number', '', 'store_id id number from_location_id to_location_id sent_at received_at cancelled_at created_at updated_at');
CREATE TRIGGER transfers_audited_update AFTER UPDATE OF status, from_location_name, to_location_name, expected_at, note ON public.transfers FOR EACH ROW EXECUTE FUNCTION souk_audit('transfer', 'id', 'number', '', 'store_id id number from_location_id to_location_id sent_at received_at cancelled_at created_at updated_at');

create table unlogged_security_events (
  created_at timestamp(3) with time zone not null,
  id bigint not null,
  constraint unlogged_security_events_pkey PRIMARY KEY (created_at, id)
);

create table variant_options (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  product_id bigint not null,
  variant_type_id bigint not null,
  name text not null,
  position integer not null,
  constraint variant_options_pkey PRIMARY KEY (store_id, id),
  constraint variant_options_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX variant_options_type ON public.variant_options USING btree (store_id, product_id, variant_type_id, name);
CREATE TRIGGER variant_options_audited AFTER INSERT OR DELETE ON public.variant_options FOR EACH ROW EXECUTE FUNCTION souk_audit('option_value', 'id', 'name', 'product_id', 'store_id id product_id variant_type_id');
CREATE TRIGGER variant_options_audited_update AFTER UPDATE OF name, "position" ON public.variant_options FOR EACH ROW EXECUTE FUNCTION souk_audit('option_value', 'id', 'name', 'product_id', 'store_id id product_id variant_type_id');

create table variant_types (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  product_id bigint not null,
  name text not null,
  position integer not null,
  constraint variant_types_pkey PRIMARY KEY (store_id, id),
  constraint variant_types_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX variant_types_product ON public.variant_types USING btree (store_id, product_id, name);
CREATE TRIGGER variant_types_audited AFTER INSERT OR DELETE ON public.variant_types FOR EACH ROW EXECUTE FUNCTION souk_audit('option_type', 'id', 'name', 'product_id', 'store_id id product_id');
CREATE TRIGGER variant_types_audited_update AFTER UPDATE OF name, "position" ON public.variant_types FOR EACH ROW EXECUTE FUNCTION souk_audit('option_type', 'id', 'name', 'product_id', 'store_id id product_id');

create table variants (
  store_id bigint not null,
  id bigint not null generated by default as identity,
  product_id bigint not null,
  image_id bigint not null default 0,
  option_ids bigint[] not null default '{}'::bigint[],
  sku text not null default ''::text,
  barcode text not null default ''::text,
  price numeric(20,4) not null default 0,
  compare_at_price numeric(20,4),
  cost_price numeric(20,4),
  inventory_quantity bigint not null default 0,
  inventory_policy text not null default 'deny'::text,
  taxable boolean not null default true,
  shipping_required boolean not null default true,
  weight numeric(12,4) not null default 0,
  weight_unit text not null default 'g'::text,
  grams integer not null default 0,
  width numeric(12,4) not null default 0,
  height numeric(12,4) not null default 0,
  length numeric(12,4) not null default 0,
  position integer not null default 1,
  is_enabled boolean not null default true,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  constraint variants_pkey PRIMARY KEY (store_id, id),
  constraint variants_inventory_policy_check CHECK ((inventory_policy = ANY (ARRAY['deny'::text, 'continue'::text]))),
  constraint variants_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES products(store_id, id) ON DELETE CASCADE,
  constraint variants_weight_unit_check CHECK ((weight_unit = ANY (ARRAY['g'::text, 'kg'::text, 'oz'::text, 'lb'::text])))
) with (fillfactor=80);
CREATE INDEX variants_product ON public.variants USING btree (store_id, product_id, "position", id);
CREATE INDEX variants_sku ON public.variants USING btree (store_id, sku) WHERE (sku <> ''::text);
CREATE TRIGGER variants_audited AFTER INSERT OR DELETE ON public.variants FOR EACH ROW EXECUTE FUNCTION souk_audit('variant', 'id', 'sku', 'product_id', 'store_id id inventory_quantity created_at updated_at');
CREATE TRIGGER variants_audited_update AFTER UPDATE OF product_id, image_id, option_ids, sku, barcode, price, compare_at_price, cost_price, inventory_policy, taxable, shipping_required, weight, weight_unit, grams, width, height, length, "position", is_enabled ON public.variants FOR EACH ROW EXECUTE FUNCTION souk_audit('variant', 'id', 'sku', 'product_id', 'store_id id inventory_quantity created_at updated_at');
CREATE TRIGGER variants_metafields AFTER DELETE ON public.variants REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION delete_metafields_of('variant');
CREATE CONSTRAINT TRIGGER variants_search_deleted AFTER DELETE ON public.variants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.sku <> ''::text) OR (old.barcode <> ''::text))) EXECUTE FUNCTION refresh_product_search();
CREATE CONSTRAINT TRIGGER variants_search_inserted AFTER INSERT ON public.variants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.sku <> ''::text) OR (new.barcode <> ''::text))) EXECUTE FUNCTION refresh_product_search();
CREATE CONSTRAINT TRIGGER variants_search_updated AFTER UPDATE OF sku, barcode ON public.variants DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.sku IS DISTINCT FROM new.sku) OR (old.barcode IS DISTINCT FROM new.barcode))) EXECUTE FUNCTION refresh_product_search();

create table webhook_subscriptions (
  id bigint not null generated by default as identity,
  store_id bigint not null,
  installation_id bigint not null,
  app_id bigint not null,
  topic text not null,
  url text not null,
  created_at timestamp(3) with time zone not null default clock_timestamp(),
  updated_at timestamp(3) with time zone not null default clock_timestamp(),
  history_after bigint,
  constraint webhook_subscriptions_pkey PRIMARY KEY (id),
  constraint webhook_subscriptions_installation_id_fkey FOREIGN KEY (installation_id) REFERENCES installations(id)
);
CREATE INDEX webhook_subscriptions_history ON public.webhook_subscriptions USING btree (id) WHERE (history_after IS NOT NULL);
CREATE INDEX webhook_subscriptions_store ON public.webhook_subscriptions USING btree (store_id, topic);
CREATE UNIQUE INDEX webhook_subscriptions_topic ON public.webhook_subscriptions USING btree (installation_id, topic);
CREATE TRIGGER webhook_subscriptions_audited AFTER INSERT OR DELETE ON public.webhook_subscriptions FOR EACH ROW EXECUTE FUNCTION souk_audit('webhook', 'id', 'topic', 'installation_id', 'id store_id installation_id app_id created_at updated_at history_after');
CREATE TRIGGER webhook_subscriptions_audited_update AFTER UPDATE OF topic, url ON public.webhook_subscriptions FOR EACH ROW EXECUTE FUNCTION souk_audit('webhook', 'id', 'topic', 'installation_id', 'id store_id installation_id app_id created_at updated_at history_after');
CREATE TRIGGER webhook_subscriptions_count_deleted AFTER DELETE ON public.webhook_subscriptions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION count_deleted('webhook_subscriptions');
CREATE TRIGGER webhook_subscriptions_count_inserted AFTER INSERT ON public.webhook_subscriptions REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted('webhook_subscriptions');
