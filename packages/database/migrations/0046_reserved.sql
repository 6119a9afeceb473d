-- The number of a migration that is written elsewhere at the same time. Replaced when both are merged.
select 1;
