import { usePlace } from "@souk/ui";

/** What a list of the staff console shows, as its address says it. */
export interface ListPlace {
  page: number;
  query: string;
  /** `true`, `false`, or empty for all. */
  suspended: string;
  go: ReturnType<typeof usePlace<"query" | "suspended">>["go"];
}

export function useListPlace(): ListPlace {
  const { page, at, go } = usePlace(["query", "suspended"]);
  const suspended = at.suspended === "true" || at.suspended === "false" ? at.suspended : "";
  return { page, query: at.query, suspended, go };
}

/** The same as the API's list takes it. */
export function askedOf({ page, query, suspended }: ListPlace) {
  return {
    page,
    limit: 25,
    ...(query === "" ? {} : { query }),
    ...(suspended === "" ? {} : { suspended: suspended === "true" }),
  };
}
