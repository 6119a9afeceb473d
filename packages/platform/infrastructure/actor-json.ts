/**
 * Build SQL for the name of the app or account that is a row's actor, or null if there is none. The name is never an
 * email address, because apps can read it.
 * @param row the alias of the row
 */
function buildActorName(row: string): string {
  return `case ${row}.actor_kind
    when 'app' then (select app.name from apps app where app.handle = ${row}.actor_id)
    when 'account' then (
      select nullif(account.name, '') from accounts account
      where account.id = case when ${row}.actor_id ~ '^[0-9]{1,18}$' then ${row}.actor_id::bigint end)
    end`;
}

/** Build SQL for the JSON of the actor of a row that has `actor_kind` and `actor_id`. @param row the alias of the row */
export function buildActorJson(row: string): string {
  return `json_build_object('kind', ${row}.actor_kind, 'id', ${row}.actor_id, 'name', ${buildActorName(row)})`;
}
