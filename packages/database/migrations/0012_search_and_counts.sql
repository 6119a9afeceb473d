-- no-transaction
-- Search, and counts that need no counting (docs/decisions/0011-lists-at-a-million.md).

-- Words as they are searched: small letters, signs as blanks, one blank between two words. What is written without blanks
-- between words (Chinese, Japanese, Korean) becomes a word a character. Ranges are by code point whatever the locale is.
create or replace function souk_words(told text) returns text language sql immutable parallel safe
return trim(both ' ' from regexp_replace(
  case when octet_length(told) = length(told) then lower(told)
    else regexp_replace(lower(told), '([\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF])', ' \1 ', 'g') end,
  '[\s!-/:-@\[-`{-~\u00A0\u2000-\u206F\u3000-\u303F\uFF01-\uFF0F]+', ' ', 'g'));

-- What a product is found by, each with its store before it: three letters in a row of a word and its borders, the first
-- letter of a word, and its facets. Dear, so that no plan makes them for every row in place of asking their index.
create or replace function souk_tokens(store_id bigint, told text, facets text[]) returns text[]
language plpgsql immutable parallel safe cost 100000 as $$
declare
  tokens text[] := '{}';
  store text := store_id || '|';
  word text;
  bordered text;
begin
  foreach word in array string_to_array(trim(both ' ' from told), ' ') loop
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

-- Tokens of a product that holds words: three letters in a row of those that have as many. Only where all are shorter, how
-- a word begins.
create or replace function souk_sought(store_id bigint, words text[]) returns text[] language sql immutable parallel safe
return (
  with parts as (
    select distinct part from unnest(words) as word, string_to_table(souk_words(word), ' ') as part where part <> '')
  select array_agg(distinct store_id || '|' || token) from (
    select substr(part, i, 3) as token from parts, generate_series(1, length(part) - 2) as i
    union all
    select ' ' || part from parts where not exists (select from parts where length(part) > 2)) tokens);

-- Facets of one kind as tokens.
create or replace function souk_facets(store_id bigint, kind text, facets text[]) returns text[]
language sql immutable parallel safe
return (select array_agg(store_id || '|' || kind || facet) from unnest(facets) as facet);

-- The patterns that the words of a product must match.
create or replace function souk_patterns(words text[]) returns text[] language sql immutable parallel safe
return (
  select array_agg(
    '%' || case when length(split_part(told, ' ', 1)) < 3 then ' ' else '' end || told || '%')
  from (select souk_words(word) as told from unnest(words) as word) w);

-- Never in products itself: a change of stock writes a row of products anew, and every index of it.
create table if not exists product_search (
  store_id bigint not null,
  product_id bigint not null,
  -- The title in small letters, to sort by.
  title_key text not null,
  -- Title, handle, vendor, brand, tags, SKUs and barcodes as searched, with a blank at each end.
  told text not null,
  -- v: vendor, b: brand, y: type, t: tags; h: hidden, that is, not published.
  facets text[] not null,
  primary key (store_id, product_id),
  foreign key (store_id, product_id) references products (store_id, id) on delete cascade
);

-- Writes what products are found by.
create or replace function tell_products(of_store bigint, of_products bigint[]) returns void language sql as $$
  insert into product_search (store_id, product_id, title_key, told, facets)
  select p.store_id, p.id, lower(p.title),
    ' ' || souk_words(concat_ws(' ', p.title, p.handle, p.vendor, p.brand, array_to_string(p.tags, ' '), (
      select string_agg(concat_ws(' ', nullif(v.sku, ''), nullif(v.barcode, '')), ' ' order by v.id)
      from variants v where v.store_id = p.store_id and v.product_id = p.id))) || ' ',
    array(
      select kind || facet from (values ('v', p.vendor), ('b', p.brand), ('y', p.product_type)) named (kind, facet)
      where facet <> ''
      union all select 't' || tag from unnest(p.tags) as tag
      union all select 'h' where not p.is_published)
  from products p where p.store_id = of_store and p.id = any (of_products)
  on conflict (store_id, product_id) do update
    set title_key = excluded.title_key, told = excluded.told, facets = excluded.facets
    where (product_search.title_key, product_search.told, product_search.facets)
      is distinct from (excluded.title_key, excluded.told, excluded.facets)
$$;

-- At the end of a transaction, once for each product: whatever is written of it and of its variants is there then.
create or replace function tell_changed_product() returns trigger language plpgsql as $$
declare
  changed record;
  of_product bigint;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_table_name = 'variants' then of_product := changed.product_id; else of_product := changed.id; end if;
  if not exists (
    select from product_search s
    where s.store_id = changed.store_id and s.product_id = of_product and s.xmin = pg_current_xact_id()::xid)
  then perform tell_products(changed.store_id, array[of_product]);
  end if;
  return null;
end $$;

-- Told of a change by its columns, not by its row: a change of stock is none.
do $$ begin
  if exists (select from pg_trigger where tgname = 'products_told_changed') then return; end if;
  create constraint trigger products_told_inserted after insert on products deferrable initially deferred
    for each row execute function tell_changed_product();
  create constraint trigger products_told_changed
    after update of title, handle, vendor, brand, product_type, tags, is_published on products deferrable initially deferred
    for each row when ((old.title, old.handle, old.vendor, old.brand, old.product_type, old.tags, old.is_published)
      is distinct from (new.title, new.handle, new.vendor, new.brand, new.product_type, new.tags, new.is_published))
    execute function tell_changed_product();
  create constraint trigger variants_told_inserted after insert on variants deferrable initially deferred
    for each row when (new.sku <> '' or new.barcode <> '') execute function tell_changed_product();
  create constraint trigger variants_told_changed after update of sku, barcode on variants deferrable initially deferred
    for each row when ((old.sku, old.barcode) is distinct from (new.sku, new.barcode))
    execute function tell_changed_product();
  create constraint trigger variants_told_deleted after delete on variants deferrable initially deferred
    for each row when (old.sku <> '' or old.barcode <> '') execute function tell_changed_product();
end $$;

-- Who writes from here on writes both; what was there before follows.
select tell_products(store_id, array_agg(id)) from products group by store_id, id / 10000;

drop index if exists product_search_tokens;
create index concurrently product_search_tokens on product_search using gin (souk_tokens(store_id, told, facets))
  with (gin_pending_list_limit = 512);
alter index product_search_tokens alter column 1 set statistics 0;
drop index if exists product_search_title;
create index concurrently product_search_title on product_search (store_id, title_key, product_id);
-- Few products are out of stock: they are found by this, and the others need no entry in it.
drop index if exists products_out_of_stock;
create index concurrently products_out_of_stock on products (store_id, id) where total_quantity <= 0;

-- Counts of the rows whose ids share all but their last eleven bits, so that those from an id on need no counting.
create table if not exists id_counts (
  store_id bigint not null,
  resource text not null,
  bucket bigint not null,
  delta bigint not null
);
create index if not exists id_counts_key on id_counts (store_id, resource, bucket) include (delta);

create or replace function count_ids_inserted() returns trigger language plpgsql as $$
begin
  insert into id_counts (store_id, resource, bucket, delta)
  select store_id, tg_argv[0], id >> 11, count(*) from inserted group by 1, 3;
  return null;
end $$;

create or replace function count_ids_deleted() returns trigger language plpgsql as $$
begin
  insert into id_counts (store_id, resource, bucket, delta)
  select store_id, tg_argv[0], id >> 11, -count(*) from deleted group by 1, 3;
  return null;
end $$;

-- The levels of each location are counted as a resource of their own.
create or replace function count_levels_inserted() returns trigger language plpgsql as $$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, 'levels at ' || location_id, count(*) from inserted group by store_id, location_id;
  return null;
end $$;

create or replace function count_levels_deleted() returns trigger language plpgsql as $$
begin
  insert into resource_counts (store_id, resource, delta)
  select store_id, 'levels at ' || location_id, -count(*) from deleted group by store_id, location_id;
  return null;
end $$;

-- Each trigger together with the count of what was there before it: nobody writes in between.
do $$ begin
  if exists (select from pg_trigger where tgname = 'products_ids_inserted') then return; end if;
  create trigger products_ids_inserted after insert on products
    referencing new table as inserted for each statement execute function count_ids_inserted('products');
  create trigger products_ids_deleted after delete on products
    referencing old table as deleted for each statement execute function count_ids_deleted('products');
  insert into id_counts (store_id, resource, bucket, delta)
  select store_id, 'products', id >> 11, count(*) from products group by 1, 3;
end $$;

do $$ begin
  if exists (select from pg_trigger where tgname = 'levels_count_inserted') then return; end if;
  create trigger levels_count_inserted after insert on inventory_levels
    referencing new table as inserted for each statement execute function count_levels_inserted();
  create trigger levels_count_deleted after delete on inventory_levels
    referencing old table as deleted for each statement execute function count_levels_deleted();
  insert into resource_counts (store_id, resource, delta)
  select store_id, 'levels at ' || location_id, count(*) from inventory_levels group by store_id, location_id;
end $$;
