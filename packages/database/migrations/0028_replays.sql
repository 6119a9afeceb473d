-- What somebody asks for anew begins anew: its 48 hours and its waits count from then, and not from its first attempts.
alter table deliveries add column replayed_at timestamptz(3), add column attempts_before integer not null default 0;
