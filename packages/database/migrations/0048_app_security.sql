-- PKCE (RFC 7636). A partner can require it for an app; a code keeps the challenge of its authorize request.
alter table apps add column requires_pkce boolean not null default false;
alter table authorization_codes add column code_challenge text;

-- When a token and a client secret were last used, written at most once an hour for each.
alter table access_tokens add column last_used_at timestamptz(3);
alter table app_secrets add column last_used_at timestamptz(3);
select souk_audit_table('access_tokens', 'access_token', 'installation_id', 'hint', '',
  'hash installation_id store_id created_at last_used_at');
