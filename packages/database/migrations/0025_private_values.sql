-- A private metafield is seen by its app alone: the audit log tells that it was changed, and not its value.
create or replace function souk_audited(record jsonb, columns text[]) returns jsonb language sql immutable strict as $$
  select coalesce(jsonb_object_agg(field.key, case
    when jsonb_typeof(field.value) = 'string' and length(field.value #>> '{}') > 4000
    then to_jsonb(left(field.value #>> '{}', 4000) || '…') else field.value end), '{}')
  from jsonb_each(record) field
  where field.key = any(columns) and not (field.key = 'value' and record @> '{"is_private": true}')
$$;

update audit_entries r set before = r.before - 'value', after = r.after - 'value'
where r.resource = 'metafield' and exists (
  select from metafields m where m.store_id = r.store_id and m.id = r.resource_id and m.is_private);
