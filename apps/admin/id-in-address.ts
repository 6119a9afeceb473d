import { useParams } from "@tanstack/react-router";

/** Return the id in the page's address; 0, which no record has, when it is not an id. */
export function useIdInAddress(): number {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = Number(params["id"]);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
