import { type IconComponent, type List, NoRecords } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { staffList } from "./staff-list.ts";

/** Show that a list of the staff console is empty, with a button that clears its filters if there are any. */
export function NothingFound({ list, icon }: { list: List<typeof staffList>; icon: IconComponent }) {
  return (
    <NoRecords
      isFiltered={list.isFiltered}
      onShowAll={list.clearFilters}
      icon={icon}
      words={texts.staff.find}
    />
  );
}
