-- When an account is deleted, PostgreSQL looks for the rows that refer to it. Without an index, it reads these tables whole.
create index authorization_codes_account on authorization_codes (account_id);
create index staff_actions_account on staff_actions (account_id);
create index invitations_invited_by on invitations (invited_by) where invited_by is not null;
