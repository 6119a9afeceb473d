-- Accounts whose address was never verified are deleted after some days.
create index accounts_unverified on accounts (created_at) where email_verified_at is null;
