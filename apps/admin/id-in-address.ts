import { useParams } from "@tanstack/react-router";

/** The id in the page's address; 0, which nothing has, when it is none. */
export function useIdInAddress(): number {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = Number(params["id"]);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
