import { useParams } from "@tanstack/react-router";

/** Return a number from the page's address; 0, which no record has as its id, when it is not a number. */
export function useIdParam(name: "id" | "installation_id"): number {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = Number(params[name]);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
