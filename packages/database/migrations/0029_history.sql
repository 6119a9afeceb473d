-- Set while a subscription that asked for history (replay_from) is being sent it: up to this number of the store's log it
-- has been. What happens meanwhile is not fanned out to it as it is numbered, but follows as history. Null: nothing is due.
alter table webhook_subscriptions add column history_after bigint;
create index webhook_subscriptions_history on webhook_subscriptions (id) where history_after is not null;
