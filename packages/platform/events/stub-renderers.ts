import type { Statement } from "@souk/database";
import type { StubRenderer } from "./facts.ts";

/**
 * Renders records as they are now.
 * @param statement answers `id` and `text`, the record as JSON, of the store $1, the ids $2 and the time zone $3
 * @param wrapper what the payload wraps the record in; null: its fields stand at the top
 */
export function rendererBy(statement: Statement, wrapper: string | null): StubRenderer {
  return async (run, store, ids) => {
    const { rows } = await run.query<{ id: number; text: string }>(statement, [
      store.id,
      ids,
      store.timezone,
    ]);
    return new Map(rows.map(({ id, text }) => [id, wrapped(text, wrapper)]));
  };
}

/** Renders what is told of records that were deleted: their ids. */
export function idRenderer(wrapper: string | null): StubRenderer {
  return async (_run, _store, ids) =>
    new Map(ids.map((id) => [id, wrapped(JSON.stringify({ id }), wrapper)]));
}

function wrapped(text: string, wrapper: string | null): string {
  return wrapper === null ? text : `{"${wrapper}":${text}}`;
}
