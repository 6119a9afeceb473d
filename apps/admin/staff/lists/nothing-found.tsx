import { type IconComponent, type List, NoRecords } from "@souk/ui";
import { texts } from "../../texts.ts";
import type { staffList } from "./staff-list.ts";

/** Show a message in place of an empty list of the staff console. */
export function NothingFound({ list, icon }: { list: List<typeof staffList>; icon: IconComponent }) {
  return (
    <NoRecords
      isNarrowed={list.isNarrowed}
      onShowAll={list.clearFilters}
      icon={icon}
      words={texts.staff.find}
    />
  );
}
