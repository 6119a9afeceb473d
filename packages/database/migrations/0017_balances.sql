-- PLACEHOLDER of the area 'balances': numbers must have no gap. Its owner REPLACES this file (git rm/mv it) with the real 0017 migration.
select 1;
