-- Whether custom fields of customers stand in an export, or may be written by an import: as far as who asked for it, or
-- confirmed it, may read or write them (CUS-3).
alter table exports add column attributes boolean not null default false;
alter table imports add column attributes boolean not null default false;
