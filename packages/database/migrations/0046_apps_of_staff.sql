-- The apps that staff may open although the apps have scopes that they lack. A manager chooses them (ids of installations).
alter table memberships add column installation_ids bigint[] not null default '{}';
alter table invitations add column installation_ids bigint[] not null default '{}';
