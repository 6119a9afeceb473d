-- PLACEHOLDER of the area 'members': numbers must have no gap. Its owner REPLACES this file (git rm/mv it) with the real 0020 migration.
select 1;
