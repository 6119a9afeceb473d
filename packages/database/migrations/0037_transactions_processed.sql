-- When a transaction ended, which editing its reference leaves as it is; null while it is pending. Of those that had ended before,
-- and have not been changed since, updated_at says it: the table is not rewritten.
alter table order_transactions add column processed_at timestamptz(3);
