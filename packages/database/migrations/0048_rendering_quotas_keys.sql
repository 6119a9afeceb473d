-- An email to a customer is queued with the variables of its template (encrypted, in `ciphertext`) and rendered later,
-- outside of the request that caused it.
alter table mails drop constraint mails_state_check;
alter table mails add constraint mails_state_check check (state in ('unrendered', 'queued', 'sent', 'failed'));
create index mails_unrendered on mails (coalesce(store_id, 0), due_at, id) where state = 'unrendered';

-- Why a store's template could last not be rendered. A change of its texts clears it.
alter table notification_templates add column render_error text, add column render_failed_at timestamptz(3);
select souk_audit_table('notification_templates', 'notification_template', 'id', 'kind', '',
  'store_id id kind render_error render_failed_at created_at updated_at');
