-- Revoked tokens are forgotten after 90 days, and who installed an app is looked up by its installation.
create index revoked_tokens_time on revoked_tokens (revoked_at);
create index authorization_codes_installation on authorization_codes (installation_id) where installation_id is not null;
