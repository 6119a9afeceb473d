import { useParams } from "@tanstack/react-router";

/** Return the record id in the page's URL. If the URL contains no valid id, return 0, which no record has. */
export function useIdFromUrl(): number {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = Number(params["id"]);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
