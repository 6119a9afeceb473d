import { useParams } from "@tanstack/react-router";

/** A number in the address of the page; 0, which nothing has as its id, when it is none. */
export function useIdParam(name: "id" | "installation_id"): number {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = Number(params[name]);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
