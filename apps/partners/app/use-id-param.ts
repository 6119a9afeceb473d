import { useParams } from "@tanstack/react-router";

/** Return an id from the page's URL. If it is not a valid id, return 0, which is the id of no record. */
export function useIdParam(name: "id" | "installation_id"): number {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = Number(params[name]);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
