-- Which housekeeping jobs are running, so that only one process runs a job at a time. A lock in an open transaction would keep a
-- connection idle for as long as the job runs, while the job waits for another one.
create table housekeeping_leases (
  job text primary key,
  leased_until timestamptz(3),
  epoch bigint not null default 0
);
