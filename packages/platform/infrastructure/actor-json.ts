/**
 * Build SQL for the name of a row's actor: an app's handle or an account's id; null where nothing is known.
 * Never an email address, since apps read this.
 */
function actorName(row: string): string {
  return `case ${row}.actor_kind
    when 'app' then (select app.name from apps app where app.handle = ${row}.actor_id)
    when 'account' then (
      select nullif(account.name, '') from accounts account
      where account.id = case when ${row}.actor_id ~ '^[0-9]{1,18}$' then ${row}.actor_id::bigint end)
    end`;
}

/** Build SQL for the JSON of the actor of a row that has `actor_kind` and `actor_id`. */
export function actorJson(row: string): string {
  return `json_build_object('kind', ${row}.actor_kind, 'id', ${row}.actor_id, 'name', ${actorName(row)})`;
}
