-- Errors of an import's rows have a code and its facts, as field errors of the API have.

-- A process of the release before writes neither: what it finds is not accepted, and its sentence says why.
alter table import_errors add column code text not null default 'not_allowed';
alter table import_errors add column params jsonb not null default '{}';
