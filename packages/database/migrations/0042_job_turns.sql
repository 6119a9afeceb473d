-- Long jobs are taken from long_jobs itself, stores in turn (docs/decisions/0024-database-names-and-keys.md).

-- The place of a job in the queue: the first waiting job of every store comes before the second of any.
alter table long_jobs add column turn bigint not null default 0;
alter table long_jobs drop column queued_at;
create index long_jobs_turn on long_jobs (turn, created_at);

-- What the queue library that ran them before kept of its own. The jobs themselves are in long_jobs.
drop schema if exists graphile_worker cascade;
