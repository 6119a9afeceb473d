import { Pagination } from "@mantine/core";
import { strings } from "../strings.ts";

interface AppsPagingProps {
  page: { page: number; page_count: number };
  onPage: (page: number) => void;
}

/** The way to the other pages, where there are any. */
export function AppsPaging({ page: { page, page_count }, onPage }: AppsPagingProps) {
  if (page_count <= 1) return null;
  return (
    <nav aria-label={strings.apps.pages}>
      <Pagination
        value={page}
        total={page_count}
        onChange={onPage}
        getControlProps={(control) => ({ "aria-label": strings.apps.controls[control] })}
      />
    </nav>
  );
}
